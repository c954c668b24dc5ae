"""Makes aioice use the loopback address, which it never does by itself. Imported for this effect."""

import aioice.ice

aioice.ice.get_host_addresses = lambda use_ipv4, use_ipv6: ["127.0.0.1"]
