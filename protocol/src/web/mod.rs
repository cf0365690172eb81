//! `yomi web`: the site with board, analysis, lessons and tables, served from inside the program or
//! written into a folder for any other server.

mod server;
mod site;

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use yomi_protocol::console::{Failure, complain, counted, say};
use yomi_protocol::file;

use server::Server;
use site::Site;

const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Serve the site in which one plays, analyses, reads lessons and repeats the tables in a browser.
#[derive(Args)]
pub(crate) struct Web {
    /// The port to listen on; 0 for any that is free.
    #[arg(long, default_value_t = 8064)]
    port: u16,
    /// The address to listen on, for other machines than this one: 0.0.0.0 for all of its own. They
    /// ask for it by its address, not by its name.
    #[arg(long, value_name = "ADDRESS", default_value_t = LOCALHOST)]
    listen: IpAddr,
    /// Open it in the browser.
    #[arg(long)]
    open: bool,
    /// Write the site into this folder instead, for any server of static files.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["port", "listen", "open"])]
    out: Option<PathBuf>,
}

/// Runs the command; the weights are those of a file, or the program's own.
pub(crate) fn run(options: &Web, weights: Option<&Path>) -> Result<ExitCode, Failure> {
    let site = Site::new(weights)?;
    match &options.out {
        Some(folder) => write(&site, folder)?,
        None => serve(site, options)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write(site: &Site, folder: &Path) -> Result<(), String> {
    let wrong = |path: &Path, error| format!("{}: {error}", path.display());
    file::make_folder(folder).map_err(|error| wrong(folder, error))?;
    let mut files = 0;
    for (name, bytes) in site.files() {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|error| wrong(&path, error))?;
        files += 1;
    }
    complain("yomi", format_args!("written: {} ({})", folder.display(), counted(files, "file")));
    Ok(())
}

fn serve(site: Site, options: &Web) -> Result<(), Failure> {
    let address = SocketAddr::new(options.listen, options.port);
    let server = Server::bind(address, site).map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("port {} is taken; choose another one with --port", options.port)
        }
        _ => format!("{address}: {error}"),
    })?;
    let mut here = server.address();
    let mut others = "";
    if here.ip().is_unspecified() {
        here.set_ip(if here.is_ipv4() { LOCALHOST } else { Ipv6Addr::LOCALHOST.into() });
        others = "; other machines use this one's address";
    }
    let page = format!("http://{here}/");
    say(format_args!("{page}{others} (Ctrl-C ends)\n"))?;
    if options.open && open::that_detached(&page).is_err() {
        complain("yomi", "--open: no browser could be started: open that address yourself");
    }
    server.run().map_err(|error| format!("{address}: {error}"))?;
    Ok(())
}
