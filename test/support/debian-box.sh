#!/bin/sh
# A Debian of its own on top of this machine's files (an overlay in memory, thrown away at the end),
# in its own namespaces, with systemd as its first process on request. Started by unshare.
#
#   unshare -mpinuCf --kill-child debian-box.sh FOLDER SHARED COMMAND [ARGUMENT…]
set -e
box=$1 shared=$2
shift 2

mount --make-rprivate /
mount -t tmpfs -o size=3g,mode=755 tmpfs "$box"
mkdir "$box/upper" "$box/work" "$box/root"
mount -t overlay -o "lowerdir=/,upperdir=$box/upper,workdir=$box/work" overlay "$box/root"
root=$box/root

mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm" "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir "$root/mnt/shared"
mount --bind "$shared" "$root/mnt/shared"
ip link set lo up 2> /dev/null || true

# Nothing of this machine's own start: only what the appliance's units ask for by name.
: > "$root/etc/fstab"
rm -rf "$root"/usr/lib/systemd/system/*.wants "$root"/etc/systemd/system/* "$root/etc/machine-id"
printf '[Unit]\nWants=systemd-journald.service\n' > "$root/etc/systemd/system/box.target"
echo 00000000000000000000000000000001 > "$root/etc/machine-id"
echo box > "$root/etc/hostname"
# Images of containers forbid packages to start anything.
rm -f "$root/usr/sbin/policy-rc.d"
hostname box

# Not chroot, under which the kernel gives no user namespaces (PrivateUsers=) away.
mkdir "$root/.outside"
cd "$root"
pivot_root . .outside
umount -l /.outside
# As the first process of a machine would: credentials are mounted by a child of it.
mount --make-rshared /
exec env -i container=wardbox-test \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"
