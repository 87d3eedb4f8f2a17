#!/usr/bin/env bash
# What the time gate is worth on this machine: how often `searchrig ab` raises an alarm where
# nothing has changed (A/A), and how often it finds a build that is slower by a known factor.
# Prints a Markdown table; docs/methodology.md explains it.
#
#   scripts/aa.sh [EXPERIMENT]
#
# AA=40         A/A runs
# SLOW=20       runs against the slowed build
# FACTOR=1.2    how much slower
# LOAD=0        busy loops beside it, to see what a loaded machine does
# ROUNDS=       rounds, instead of what the experiment says
# OUT=          folder for the outcomes, instead of a temporary one
#
# Run i draws its instances and its order by seed i, so the experiment must draw them, not read a file.
# The exit code is 1 if more than 1 in 40 A/A runs raise an alarm, or fewer than 9 in 10 slow builds are found.
set -euo pipefail
cd "$(dirname "$0")/.."
experiment=${1:-experiments/ab.toml}
aa=${AA:-40} slow=${SLOW:-20} factor=${FACTOR:-1.2} load=${LOAD:-0}
rounds=${ROUNDS:+--rounds $ROUNDS}

cargo build --release --locked --quiet
# A target folder of its own, so that the two builds do not overwrite each other.
cargo build --release --locked --quiet --features test-slowdown --target-dir target/slow

own=()
loops=()
finish() {
  for pid in "${loops[@]}"; do kill "$pid" 2>/dev/null || true; done
  for folder in "${own[@]}"; do rm -rf "$folder"; done
}
trap finish EXIT
if [ -n "${OUT:-}" ]; then
  out=$OUT
  mkdir -p "$out"
else
  out=$(mktemp -d)
  own+=("$out")
fi
# Copies: a rebuild meanwhile must not change what is measured.
mkdir -p "$out/bin"
cp target/release/searchrig "$out/bin/plain"
cp target/slow/release/searchrig "$out/bin/slow"
for ((i = 0; i < load; i++)); do
  while :; do :; done &
  loops+=($!)
done

# trials NAME COUNT NEW FACTOR: runs `ab` COUNT times, prints a line of the table, and sets `found`
# to the runs with exit code 1.
trials() {
  local name=$1 count=$2 new=$3 stretch=$4 code i
  found=0
  for ((i = 1; i <= count; i++)); do
    sed "s/^seed = .*/seed = $i/" "$experiment" >"$out/trial.toml"
    code=0
    # shellcheck disable=SC2086 # `$rounds` is an option and its value
    SEARCHRIG_TEST_SLOWDOWN=$stretch "$out/bin/plain" ab "$out/trial.toml" \
      --base "$out/bin/plain" --new "$new" $rounds --format csv >"$out/$name-$i.csv" 2>"$out/$name-$i.log" || code=$?
    case $code in
      0) ;;
      1) found=$((found + 1)) ;;
      *) cat "$out/$name-$i.log" >&2; exit "$code" ;;
    esac
    echo "$name $i of $count: exit $code; $found with exit 1 so far" >&2
  done
  # One line a configuration and run: count the verdicts.
  local verdicts
  verdicts=$(for ((i = 1; i <= count; i++)); do grep '^configuration,' "$out/$name-$i.csv"; done |
    awk -F, '{ n[$NF]++ } END { printf "%d | %d | %d | %d", n["regressed"], n["improved"], n["equivalent"], n["inconclusive"] }')
  echo "| $name | $count | $found | $verdicts |"
}

begun=$SECONDS
load_before=$(cut -d' ' -f1 /proc/loadavg)
echo "| trial | runs | runs with exit 1 | regressed | improved | equivalent | inconclusive |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
failed=0
if [ "$aa" -gt 0 ]; then
  trials A-A "$aa" "$out/bin/plain" 1
  [ $((found * 40)) -le "$aa" ] || failed=1
fi
if [ "$slow" -gt 0 ]; then
  trials "slowed-$factor" "$slow" "$out/bin/slow" "$factor"
  [ $((found * 10)) -ge $((slow * 9)) ] || failed=1
fi
model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)
echo
echo "$experiment, revision $(git rev-parse --short HEAD), ${model:-unknown processor}, $(nproc) cores," \
  "load $load_before before and $(cut -d' ' -f1 /proc/loadavg) after, $(date -u +%F), $((SECONDS - begun)) s."
exit $failed
