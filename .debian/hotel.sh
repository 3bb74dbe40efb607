#!/bin/sh
# Runs a command of operations.md as the owner of the tables, called by root: /opt/hotel/current/.debian/hotel.sh verify
set -eu
cd /opt/hotel/current
# Lines as systemd reads them: NAME=VALUE, the value as it stands or in quotes.
while IFS= read -r line || [ -n "$line" ]; do
  value=${line#*=}
  case $value in \"*\" | \'*\') value=${value#?} value=${value%?} ;; esac
  case $line in '' | '#'* | ';'*) ;; *) export "${line%%=*}=$value" ;; esac
done < /etc/hotel/hotel.env
export DATABASE_APP_ROLE=hotel_app EVIDENCE_DIR="${EVIDENCE_DIR:-/var/lib/hotel/evidence}"
export DATABASE_URL="${DATABASE_URL:-postgresql://hotel_owner@127.0.0.1:5432/hotel}"
DATABASE_PASSWORD=$(cat /etc/hotel/secrets/database_owner_password)
export DATABASE_PASSWORD
exec setpriv --reuid=hotel --regid=hotel --clear-groups node dist/backend/cli/commands.js "$@"
