#!/bin/sh
# The appliance's commands. What root starts runs as the appliance's user: a file that belonged to
# root in the data folder would stop the daemon. The audit log still names who asked.
: "${WARDBOX_CONFIG:=/etc/wardbox/appliance.config.json}"
export WARDBOX_CONFIG
set -- /usr/bin/node /opt/wardbox/dist/main.js "$@"
if [ "$(id -u)" = 0 ]; then
  export SUDO_USER="${SUDO_USER:-root}"
  set -- setpriv --reuid=wardbox --regid=wardbox --init-groups "$@"
fi
exec "$@"
