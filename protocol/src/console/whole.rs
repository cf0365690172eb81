//! Whole numbers as values of options.

use std::ops::RangeInclusive;

/// Reads a whole number of `range`; an error says which it is.
///
/// ```
/// use yomi_protocol::console::whole;
///
/// let read = whole::<u32>(1..=64);
/// assert_eq!(read("64"), Ok(64));
/// for text in ["0", "-1", "x"] {
///     assert_eq!(read(text), Err("expected a whole number from 1 to 64".to_owned()));
/// }
/// ```
pub fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number: u64| number.try_into().ok());
        number.ok_or_else(|| match (range.start(), range.end()) {
            (least, &u64::MAX) => format!("expected a whole number, {least} or more"),
            (least, most) => format!("expected a whole number from {least} to {most}"),
        })
    }
}
