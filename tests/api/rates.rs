//! The parsing of rates and of quotas of processor time.

use wordcourt::config::{CpuTime, Rate};

#[test]
fn rates_are_parsed() {
    for rate in ["600/1m", "1/1s", "2/1h", " 5 / 10s ", "1000000/1day"] {
        assert!(rate.parse::<Rate>().is_ok(), "{rate}");
    }
    for bad in ["", "600", "0/1s", "-1/1s", "10/0s", "1/2days", "4000000000/1s", "x/1s", "1/s"] {
        assert!(bad.parse::<Rate>().is_err(), "{bad}");
    }
}

#[test]
fn quotas_of_processor_time_are_parsed() {
    for quota in ["10s/1m", "1ms/1ms", " 5s / 1day ", "2days/1day"] {
        assert!(quota.parse::<CpuTime>().is_ok(), "{quota}");
    }
    for bad in ["", "10s", "0s/1m", "999us/1m", "1s/999us", "1s/2days", "x/1m", "1s/x"] {
        assert!(bad.parse::<CpuTime>().is_err(), "{bad}");
    }
}
