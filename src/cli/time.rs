//! Times as people say them.

use std::time::Duration;

/// A time in its largest unit: "12 s", "3 min".
pub fn show(time: Duration) -> String {
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

#[test]
fn times_are_shown() {
    let shown = |seconds| show(Duration::from_secs_f64(seconds));
    assert_eq!(shown(0.4), "0 s");
    assert_eq!(shown(59.4), "59 s");
    assert_eq!(shown(59.6), "1 min");
    assert_eq!(shown(3600.0 * 23.4), "23 h");
    assert_eq!(shown(1e6), "12 days");
    assert_eq!(shown(1e9), "years");
}
