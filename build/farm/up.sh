#!/bin/sh
# Starts a whole render farm on this machine: sh build/farm/up.sh
# Again after an update of the checkout, it builds and starts what has changed. WORKERS says how many workers (2), and
# COMPOSE what else than `docker compose` is run, such as `podman compose`.
set -eu
cd "$(dirname "$0")"
compose=${COMPOSE:-docker compose}
workers=${WORKERS:-2}

sh ./make-secrets.sh
# The image is made of the headless package alone.
(cd ../.. && npm run --silent package:headless)
$compose up --detach --build --scale "worker=$workers"

echo "The service answers at http://127.0.0.1:7420 once it is healthy ($compose ps says so)."
echo "Its key and secret: $(pwd)/secrets/api_key and api_secret."
