//! Rates of requests and of processor time.

use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use governor::Quota;

use crate::registry::CpuQuota;

/// The longest time window of a rate.
const MAX_WINDOW: Duration = Duration::from_hours(24);

/// A number of requests per time window, such as `600/1m`. The rate is at least one request per
/// window and at most one per nanosecond; the window is at most a day.
///
/// ```
/// use wordcourt::config::Rate;
/// assert!("600/1m".parse::<Rate>().is_ok());
/// assert!("0/1s".parse::<Rate>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// The number of requests.
    pub(crate) requests: NonZeroU32,
    /// The time window.
    pub(crate) window: Duration,
    /// Both, as the limiter uses them.
    pub(crate) quota: Quota,
}

impl Rate {
    /// Returns the rate of the pages: a look at one needs many requests, which cost little.
    pub(crate) fn of_pages(self) -> Self {
        const TIMES: NonZeroU32 = NonZeroU32::new(10).expect("10 is not 0");
        const MIN: NonZeroU32 = NonZeroU32::new(300).expect("300 is not 0");
        let requests = self.requests.saturating_mul(TIMES).max(MIN);
        let quota = Quota::with_period(self.window / requests.get());
        let quota = quota.map_or(self.quota, |quota| quota.allow_burst(requests));
        Self { requests, quota, ..self }
    }

    /// Returns the quota of `count` callers.
    pub(crate) fn times(self, count: u32) -> Quota {
        let requests =
            self.requests.saturating_mul(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN));
        let quota = Quota::with_period(self.window / requests.get());
        quota.unwrap_or(self.quota).allow_burst(requests)
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let malformed =
            || format!("{text:?}: expected a number of requests and a time, such as 600/1m");
        let (requests, window) = text.split_once('/').ok_or_else(malformed)?;
        let requests: NonZeroU32 = requests.trim().parse().map_err(|_| malformed())?;
        let window = humantime::parse_duration(window.trim()).map_err(|_| malformed())?;
        let quota = Quota::with_period(window / requests.get());
        let Some(quota) = quota.filter(|_| window <= MAX_WINDOW) else {
            return Err(format!(
                "{text:?}: use at most one request per nanosecond, and a time of at most a day"
            ));
        };
        Ok(Self { requests, window, quota: quota.allow_burst(requests) })
    }
}

/// A processor time per period, such as `10s/1m`: at least a millisecond in at most a day.
///
/// ```
/// use wordcourt::config::CpuTime;
/// assert!("10s/1m".parse::<CpuTime>().is_ok());
/// assert!("0s/1m".parse::<CpuTime>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CpuTime(pub(crate) CpuQuota);

impl FromStr for CpuTime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const MIN_TIME: Duration = Duration::from_millis(1);
        let parse = |text: &str| humantime::parse_duration(text.trim()).ok();
        let times =
            text.split_once('/').and_then(|(time, period)| Some((parse(time)?, parse(period)?)));
        match times {
            Some((time, period))
                if (MIN_TIME..=MAX_WINDOW).contains(&period) && time >= MIN_TIME =>
            {
                Ok(Self(CpuQuota { time, period }))
            }
            _ => Err(format!(
                "{text:?}: expected a processor time and a period of at most a day, such as 10s/1m"
            )),
        }
    }
}
