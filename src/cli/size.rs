//! Numbers of bytes for people.

/// Reads `8G`, `512M`, `1.5GB`, `2GiB` or a plain number of bytes. Powers of 1000, unless
/// there is an `i`.
pub fn parse(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a size such as 8G, 512M or 2GiB";
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim().to_ascii_lowercase();
    let (prefix, base) = match unit.strip_suffix("ib") {
        Some(prefix) => (prefix, 1024f64),
        None => (unit.strip_suffix('b').unwrap_or(&unit), 1000f64),
    };
    let power = ["", "k", "m", "g", "t"].iter().position(|p| *p == prefix);
    let number: f64 = number.parse().map_err(|_| EXPECTED)?;
    let bytes = number * base.powi(power.ok_or(EXPECTED)? as i32);
    if bytes < 1.0 || bytes > 2f64.powi(53) {
        return Err(EXPECTED.to_owned());
    }
    Ok(bytes as u64)
}

/// Writes `7.6 GB` or `118 MB`.
pub fn show(bytes: u64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(parse("8G"), Ok(8_000_000_000));
        assert_eq!(parse("1.5 GB"), Ok(1_500_000_000));
        assert_eq!(parse("2gib"), Ok(2 << 30));
        assert_eq!(parse("77"), Ok(77));
        for wrong in ["", "G", "8X", "-1G", "0", "1e99G", "..", "999999999999T"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_are_shown() {
        assert_eq!(show(7_642_000_000), "7.6 GB");
        assert_eq!(show(118_000_000), "118 MB");
        assert_eq!(show(999_950), "1.0 MB");
        assert_eq!(show(17), "17 bytes");
    }
}
