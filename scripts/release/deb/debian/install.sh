#!/bin/sh
# Installs Wardbox from this unpacked tarball, or updates it; run as root. Data and an edited
# configuration stay as they are. On Debian and Ubuntu the .deb package does the same, and removes
# it too.
set -e

fail() {
  echo "$1" >&2
  exit 1
}

tree=$(dirname "$(readlink -f "$0")")/root
home=/opt/wardbox

[ "$(id -u)" = 0 ] || fail 'Run this as root.'
[ -x /usr/bin/node ] || fail 'Node is missing: /usr/bin/node'
if dpkg-query --show wardbox > /dev/null 2>&1; then
  fail 'Wardbox is installed as a Debian package here; install the newer package.'
fi
# A binding that was compiled for another Node cannot be loaded; better known before than after.
/usr/bin/node -e "import('$tree$home/dist/store/sqlite.js').then(({ default: Sqlite }) => new Sqlite(':memory:'))" ||
  fail 'This package is for another version of Node; see docs/install.md.'

rm -rf "$home.new"
mkdir -p "$home.new"
cp -R --preserve=mode,timestamps "$tree$home/." "$home.new"
runs() { [ -d /run/systemd/system ]; }
sockets=
if runs; then
  for unit in wardbox.socket wardbox-backup.timer; do
    if systemctl --quiet is-active "$unit"; then sockets="$sockets $unit"; fi
  done
  systemctl stop wardbox.socket wardbox-backup.timer wardbox-backup.service wardbox.service \
    2> /dev/null || true
fi
rm -rf "$home.old"
if [ -e "$home" ]; then mv "$home" "$home.old"; fi
mv "$home.new" "$home"
rm -rf "$home.old"

(cd "$tree" && find usr -type f) | while read -r file; do
  install -D -m "$(stat -c %a "$tree/$file")" "$tree/$file" "/$file"
done
config=/etc/wardbox/appliance.config.json
[ -e "$config" ] || install -D -m 644 "$tree$config" "$config"

systemd-sysusers wardbox.conf
systemd-tmpfiles --create wardbox.conf
if [ ! -e /var/lib/wardbox/wardbox.sqlite ]; then
  wardbox init --no-key > /dev/null
  echo 'Wardbox is set up. Make a key for each client: wardbox keys create --name NAME --mode live'
fi
if runs; then
  systemctl daemon-reload
  # shellcheck disable=SC2086
  [ -z "$sockets" ] || systemctl start $sockets
  systemctl enable wardbox.service
  timeout 180 systemctl start wardbox.service ||
    fail 'wardbox.service does not serve yet; see: wardbox doctor; journalctl -u wardbox'
fi
