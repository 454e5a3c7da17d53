#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a contract test with Prism as a validating proxy between the test and the sandbox, and fails
# on any violation of docs/openapi.yaml in either direction. Exits with 77 (skipped) if node or
# Prism is missing.
#
#   prism.sh all TESTS_OF_API RELAYBOOK_SANDBOX OPENAPI [NODE_MODULES]
#   prism.sh certain TESTS_OF_API RELAYBOOK_SANDBOX OPENAPI [NODE_MODULES]
#
# `certain` validates against the part of the document that is marked x-certain, with a sandbox that
# offers nothing else.
set -u
part=$1
tests=$2
sandbox=$3
document=$4
modules=${5:-}
case $part in
    certain) contract_test=test_certain ;;
    *) contract_test=test_contract ;;
esac

skip() {
    echo "This test is skipped: $1"
    exit 77
}

command -v node >/dev/null 2>&1 || skip "there is no node on this machine."
command -v curl >/dev/null 2>&1 || skip "there is no curl on this machine."
prism=${PRISM:-}
if [ -z "$prism" ] && [ -n "$modules" ] && [ -x "$modules/.bin/prism" ]; then
    prism=$modules/.bin/prism
fi
if [ -z "$prism" ]; then
    prism=$(command -v prism) ||
        skip "Prism is not installed (npm i --prefix build @stoplight/prism-cli@5.14)."
fi

work=$(mktemp -d)
sandbox_pid=
prism_pid=
finish() {
    [ -n "$prism_pid" ] && kill "$prism_pid" 2>/dev/null
    [ -n "$sandbox_pid" ] && kill "$sandbox_pid" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

# Waits up to 30 s until the command succeeds.
wait_for() {
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -gt 300 ] && return 1
        sleep 0.1
    done
}

offer=
if [ "$part" = certain ]; then
    node "$(dirname "$0")/certainpart.js" "$document" "$prism" >"$work/certain.json" || exit 1
    document=$work/certain.json
    offer=--only-documented
fi
"$sandbox" --no-rate-limit --proxies 40 --sub-users 20 --transactions 450 $offer \
    >"$work/sandbox" &
sandbox_pid=$!
wait_for grep -q '"url"' "$work/sandbox" || { echo "the sandbox does not start"; exit 1; }
member() {
    node -e 'const fs = require("fs");
        const value = JSON.parse(fs.readFileSync(process.argv[1], "utf8"))[process.argv[2]];
        console.log(Array.isArray(value) ? value[0] : value)' "$work/sandbox" "$1"
}
port=$(node -e 'const s = require("net").createServer();
    s.listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
service=http://127.0.0.1:$port

"$prism" proxy "$document" "$(member url)" --host 127.0.0.1 --port "$port" >"$work/log" 2>&1 &
prism_pid=$!
wait_for grep -q 'is listening' "$work/log" || { cat "$work/log"; echo "Prism does not start"; exit 1; }

violations() {
    grep -c 'Violation' "$work/log"
}

# First, check that Prism reports a call that violates the document: else a run without violations
# would prove nothing.
curl -s -o /dev/null -X PUT -H 'Content-Type: application/json' \
    -H "Authorization: Bearer $(member personal_token)" --data '{"name":7}' \
    "$service/v1/proxies/00000000-0000-4000-8000-000000000000"
wait_for grep -q 'Violation' "$work/log" ||
    { cat "$work/log"; echo "Prism does not report a call that breaks the document"; exit 1; }
before=$(violations)

RELAYBOOK_TEST_SERVICE=$service \
    RELAYBOOK_TEST_EMAIL=$(member email) \
    RELAYBOOK_TEST_PASSWORD=$(member password) \
    RELAYBOOK_TEST_PERSONAL_TOKEN=$(member personal_token) \
    RELAYBOOK_TEST_RESELLER_KEY=$(member reseller_key) \
    RELAYBOOK_TEST_PROXY_ID=$(member proxy_ids) \
    RELAYBOOK_TEST_SUB_USER_ID=$(member sub_user_ids) \
    "$tests" "$contract_test"
result=$?

# Prism validates after it has answered, so the result of the last call is in the log only after one
# more call.
seen=$(grep -c 'Request received' "$work/log")
curl -s -o /dev/null -H "Authorization: Bearer $(member personal_token)" \
    "$service/v1/account/transactions?per_page=1&page=1"
wait_for sh -c "[ \$(grep -c 'Request received' '$work/log') -gt $seen ]"

found=$(($(violations) - before))
if [ "$found" -ne 0 ]; then
    echo "$found violations of the interface document:"
    awk '/Request received/ { call = $0 } /Violation/ { print call; print $0 }' "$work/log" |
        awk '!seen[$0]++' | tail -n +3
    exit 1
fi
requests=$(grep -c 'Request received' "$work/log")
echo "$requests calls, no violation in either direction"
exit "$result"
