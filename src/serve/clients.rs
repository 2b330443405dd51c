//! The open connections of each client: no machine can take those of all others.

use super::access::network;
use crate::host::lock::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

/// How many connections each client has, by its address.
#[derive(Debug, Default)]
pub struct Clients(Mutex<HashMap<IpAddr, usize>>);

/// A connection that is counted until it is dropped.
#[derive(Debug)]
pub struct Counted {
    clients: Arc<Clients>,
    client: IpAddr,
}

impl Clients {
    /// Counts a connection of a client, unless it has `max` already. Programs on this machine may have
    /// any number.
    pub fn admit(self: &Arc<Self>, client: IpAddr, max: usize) -> Option<Counted> {
        let client = network(client);
        let mut clients = lock(&self.0);
        let count = clients.entry(client).or_default();
        if *count >= max && !client.is_loopback() {
            return None;
        }
        *count += 1;
        Some(Counted {
            clients: self.clone(),
            client,
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut clients = lock(&self.clients.0);
        if let Some(count) = clients.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                clients.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_has_no_more_connections_than_the_limit() {
        let clients = Arc::new(Clients::default());
        let admit = |client: &str| clients.admit(client.parse().unwrap(), 2);
        let [first, second] = [(); 2].map(|()| admit("192.168.0.7"));
        assert!(first.is_some() && second.is_some());
        assert!(admit("192.168.0.7").is_none());
        assert!(admit("192.168.0.8").is_some());
        drop(first);
        assert!(admit("192.168.0.7").is_some());
        let local = [(); 9].map(|()| admit("127.0.0.1"));
        assert!(local.iter().all(Option::is_some));
        drop((second, local));
        assert!(lock(&clients.0).is_empty());
    }
}
