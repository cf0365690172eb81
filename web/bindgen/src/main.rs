//! `yomi-web-bindgen WASM FOLDER`: writes the module and its JavaScript into a folder.

use std::env::args_os;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let paths: Vec<_> = args_os().skip(1).collect();
    let [wasm, folder] = paths.as_slice() else {
        eprintln!("yomi-web-bindgen: expected a file of WebAssembly and a folder");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(wasm).web(true).and_then(|bindgen| {
        bindgen
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .omit_default_module_path(false)
            .generate(folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("yomi-web-bindgen: {error:#}");
            ExitCode::from(2)
        }
    }
}
