-- Prosody for a deployment on one machine. The modules of Jitsi Meet (meeting ids, the focus' address) come with its package
-- for Prosody; without them bridges and a focus can log in, but conferences do not work.
run_as_root = true -- only if root starts it
pidfile = "@FOLDER@/prosody.pid"
data_path = "@FOLDER@/data"
log = { info = "@FOLDER@/prosody.log" }
plugin_paths = { "/usr/share/jitsi-meet/prosody-plugins/" }

c2s_ports = { @XMPP_PORT@ }
c2s_direct_tls_ports = {}
http_ports = { @HTTP_PORT@ } -- /http-bind and /xmpp-websocket, for a web server that ends TLS before them
http_interfaces = { "127.0.0.1" }
https_ports = {}
modules_enabled = { "saslauth"; "tls"; "disco"; "ping"; "roster"; "smacks"; "bosh"; "websocket" }
modules_disabled = { "s2s"; "offline" }
consider_bosh_secure = true
consider_websocket_secure = true
c2s_require_encryption = true
certificates = "@FOLDER@"
ssl = { key = "@FOLDER@/key.pem", certificate = "@FOLDER@/certificate.pem" }
-- How long a connection that was lost may come back without anybody noticing. Less, and a short interruption ends calls.
smacks_hibernation_time = 15
-- Focus and bridges send much more than people do.
unlimited_jids = { "focus@auth.@DOMAIN@", "jvb@auth.@DOMAIN@" }
-- The bridges' room is made by its first occupant.
admins = { "focus@auth.@DOMAIN@", "jvb@auth.@DOMAIN@" }

-- Participants need no account.
VirtualHost "@DOMAIN@"
    authentication = "anonymous"

-- Focus and bridges.
VirtualHost "auth.@DOMAIN@"
    authentication = "internal_plain"
    -- A bridge that was killed is missed when this time is over: only then the focus moves its conferences.
    smacks_hibernation_time = 5

-- Conferences.
Component "conference.@DOMAIN@" "muc"
    storage = "memory"
    modules_enabled = { "muc_meeting_id" }
    muc_room_locking = false
    muc_room_default_public_jids = true

-- Where bridges show how they are, and the focus finds them.
Component "internal.auth.@DOMAIN@" "muc"
    storage = "memory"
    restrict_room_creation = "admin"
    muc_room_locking = false
    muc_room_default_public_jids = true
    muc_tombstones = false

-- By which participants reach the focus.
Component "focus.@DOMAIN@" "client_proxy"
    target_address = "focus@auth.@DOMAIN@"
