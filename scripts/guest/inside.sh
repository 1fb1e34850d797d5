# Runs inside a guest, as its only service: the tests, with one engine. What it says goes to the console.
set -u

. /work/wanted
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/tmp COLUMNS=110 TERM=dumb
export PYTHONDONTWRITEBYTECODE=1 PGJUDGE_HOME=/tmp/home PGJUDGE_IMAGES=/images
# The engine of ordinary tests and of workers; the kinds that the contract and the attacks run on; the engine of boxes
# that a test opens as runc's.
export PGJUDGE_SANDBOX="$engine" TEST_SANDBOXES="$engine" PGJUDGE_RUNC="$engine"

mount -t tmpfs -o mode=1777 tmp /tmp
mount -o ro LABEL=images /images
mkdir /work/var-tmp
mount --bind /work/var-tmp /var/tmp
ip link set lo up
cd /work/repository || exit 1

echo "$(uname -sr), $(systemctl --version | head -n 1), $(. /etc/os-release; echo "$PRETTY_NAME"), $(python3 --version)"
echo "$("$engine" --version | head -n 1), $(stat -fc %T /sys/fs/cgroup) with $(cat /sys/fs/cgroup/cgroup.controllers)"

python3 -m pytest -p no:cacheprovider --junit-xml=/work/results/junit.xml --durations=10 "$@" </dev/null 2>&1
echo $? >/work/results/exit-code

cd /
mount -o remount,ro /work || sync
