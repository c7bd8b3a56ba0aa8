#!/bin/sh
# Makes a body smaller on its way to the provider. If that fails, prints the body unchanged.
# Use: compact.sh http://127.0.0.1:3000 body.json > smaller.json
set -eu
curl --silent --show-error --fail --max-time 30 \
  --header 'content-type: application/json' --data-binary "@$2" \
  "$1/compact?strategy=centagent-externalise" || cat "$2"
