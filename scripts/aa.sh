#!/usr/bin/env bash
# What the time gate is worth on this machine: how often `searchrig ab` raises an alarm where
# nothing has changed (A/A), and how often it finds a build that is slower by a known factor.
# docs/methodology.md explains the table that it prints.
#
#   scripts/aa.sh [EXPERIMENT]
#
# AA=40         A/A runs
# SLOW=20       runs against the slowed build
# FACTOR=1.2    how much slower
# LOAD=0        busy loops beside it, to see what a loaded machine does
# ROUNDS=       rounds, instead of what the experiment says
# OUT=          folder for the outcomes, instead of a temporary one
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

# trials NAME COUNT NEW FACTOR: runs `ab` COUNT times, and prints a line of the table.
trials() {
  local name=$1 count=$2 new=$3 stretch=$4 alarms=0 code i
  for ((i = 1; i <= count; i++)); do
    code=0
    # shellcheck disable=SC2086 # `$rounds` is an option and its value
    SEARCHRIG_TEST_SLOWDOWN=$stretch "$out/bin/plain" ab "$experiment" \
      --base "$out/bin/plain" --new "$new" $rounds --format csv >"$out/$name-$i.csv" 2>"$out/$name-$i.log" || code=$?
    case $code in
      0) ;;
      1) alarms=$((alarms + 1)) ;;
      *) cat "$out/$name-$i.log" >&2; exit "$code" ;;
    esac
    echo "$name $i of $count: exit $code, $alarms regressed so far" >&2
  done
  # One line a configuration and run: count the verdicts.
  local verdicts
  verdicts=$(for ((i = 1; i <= count; i++)); do grep '^configuration,' "$out/$name-$i.csv"; done |
    awk -F, '{ n[$NF]++ } END { printf "%d | %d | %d | %d", n["regressed"], n["improved"], n["equivalent"], n["inconclusive"] }')
  echo "| $name | $count | $alarms | $verdicts |"
}

echo "| trial | runs | runs with exit 1 | regressed | improved | equivalent | inconclusive |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
[ "$aa" -eq 0 ] || trials A-A "$aa" "$out/bin/plain" 1
[ "$slow" -eq 0 ] || trials "slowed-$factor" "$slow" "$out/bin/slow" "$factor"
