//! Files of games.

mod damage; // bad input is named, never stops the rest, never panics, and costs no more than its length
mod formats; // files as other programs write them
mod records; // random games, with everything a format can say of them
mod round_trip; // what is written reads back
mod rules; // a record is a legal game at any time
mod wthor; // the binary data base, which is only read
