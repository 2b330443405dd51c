//! Numbers of bytes and durations as text.

use std::time::Duration;

/// Parses a size in GB or MB, such as `8G`, `1.5GB` or `512M`.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let text = text.trim_end_matches('B');
    let (number, unit) = match text.strip_suffix('G') {
        Some(number) => (number, 1e9),
        None => (text.strip_suffix('M').unwrap_or(""), 1e6),
    };
    let number = number.parse().ok();
    let bytes = number.map(|number: f64| number * unit);
    match bytes.filter(|bytes| (1.0..1e18).contains(bytes)) {
        Some(bytes) => Ok(bytes as u64),
        None => Err("expected a size such as 8G or 512M".to_owned()),
    }
}

/// Formats bytes in the largest unit: `7.6 GB` or `118 MB`.
pub fn bytes(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut unit = "bytes";
    for larger in ["kB", "MB", "GB", "TB"] {
        if value < 999.5 {
            break;
        }
        (value, unit) = (value / 1000.0, larger);
    }
    let decimals = usize::from(value < 99.95 && unit != "bytes");
    format!("{value:.decimals$} {unit}")
}

/// Formats a duration in the largest unit: `12 s` or `3 min`.
pub fn duration(time: Duration) -> String {
    const UNITS: [(f64, &str); 4] = [(60.0, "s"), (60.0, "min"), (24.0, "h"), (365.0, "days")];
    let mut value = time.as_secs_f64();
    for (next, unit) in UNITS {
        if value.round() < next {
            return format!("{value:.0} {unit}");
        }
        value /= next;
    }
    "years".into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_bytes_reads_units_and_rejects_others() {
        assert_eq!(parse_bytes("8G"), Ok(8_000_000_000));
        assert_eq!(parse_bytes("1.5GB"), Ok(1_500_000_000));
        assert_eq!(parse_bytes("512M"), Ok(512_000_000));
        for wrong in ["", "G", "77", "8X", "-1G", "0G", "1e99G", "nanG", ".."] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn bytes_are_formatted_in_the_largest_unit() {
        assert_eq!(bytes(7_642_000_000), "7.6 GB");
        assert_eq!(bytes(118_000_000), "118 MB");
        assert_eq!(bytes(999_950), "1.0 MB");
        assert_eq!(bytes(17), "17 bytes");
    }

    #[test]
    fn durations_are_formatted_in_the_largest_unit() {
        let text = |seconds| duration(Duration::from_secs_f64(seconds));
        assert_eq!(text(0.4), "0 s");
        assert_eq!(text(59.4), "59 s");
        assert_eq!(text(59.6), "1 min");
        assert_eq!(text(3600.0 * 23.4), "23 h");
        assert_eq!(text(1e6), "12 days");
        assert_eq!(text(1e9), "years");
    }
}
