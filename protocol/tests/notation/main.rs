//! Files of games.

// bad input is named, never stops the rest, never panics, and costs no more than its length
mod damage;
// files as other programs write them
mod formats;
// random games, with everything a format can say of them
mod records;
// what is written reads back
mod round_trip;
// a record is a legal game at any time
mod rules;
// the binary data base, which is only read
mod wthor;
