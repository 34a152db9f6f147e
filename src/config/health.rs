//! The arguments of `wordcourt health`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::DEFAULT_OPS_LISTEN;

/// The service whose health to check.
#[derive(Debug, Args)]
pub struct HealthArgs {
    /// URL to request, such as `http://127.0.0.1:9090/livez`; by default /readyz of the operations
    /// listener.
    #[arg(long, value_name = "URL")]
    pub url: Option<HttpUrl>,
    /// Address of the operations listener, as for the service. If it stands for all addresses of
    /// the machine, the loopback address is used.
    #[arg(long, value_name = "ADDRESS", env = "WORDCOURT_OPS_LISTEN", default_value = DEFAULT_OPS_LISTEN)]
    pub ops_listen: SocketAddr,
    /// Give up if there is no response after this time.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = humantime::parse_duration)]
    pub timeout: Duration,
}

impl HealthArgs {
    /// Returns the URL to request.
    #[must_use]
    pub fn url(&self) -> HttpUrl {
        self.url.clone().unwrap_or_else(|| {
            let mut address = self.ops_listen;
            match address.ip() {
                IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
                IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
                _ => {}
            }
            HttpUrl { authority: address.to_string(), path: "/readyz".to_owned() }
        })
    }
}

/// An `http` URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpUrl {
    /// The host and the port.
    pub authority: String,
    /// The path with the query.
    pub path: String,
}

impl FromStr for HttpUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let malformed = || "expected a URL such as http://127.0.0.1:9090/readyz".to_owned();
        let rest = text.strip_prefix("http://").ok_or_else(malformed)?;
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if host.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(malformed());
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let authority = if has_port { host.to_owned() } else { format!("{host}:80") };
        Ok(Self { authority, path: if path.is_empty() { "/" } else { path }.to_owned() })
    }
}
