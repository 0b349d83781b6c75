#!/bin/sh
# Starts a complete render farm on this machine: sh build/farm/up.sh
# After an update of the checkout, run it again: it rebuilds and restarts changed parts. WORKERS sets the number of
# workers (default: 2), and COMPOSE the program (default: `docker compose`), such as `podman compose`.
set -eu
cd "$(dirname "$0")"
compose=${COMPOSE:-docker compose}
workers=${WORKERS:-2}

sh ./make-secrets.sh
# The image contains only the headless package.
(cd ../.. && npm run --silent package:headless)
$compose up --detach --build --scale "worker=$workers"

echo "The service starts at http://127.0.0.1:7420; $compose ps shows when it is healthy."
echo "The API key and secret are in $(pwd)/secrets/api_key and api_secret."
