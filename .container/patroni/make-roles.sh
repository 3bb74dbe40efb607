#!/bin/sh
# Once, on the first primary: the roles as on a single machine.
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --username postgres --dbname postgres --file /docker-entrypoint-initdb.d/10-roles.sql
POSTGRES_USER=postgres exec sh /docker-entrypoint-initdb.d/20-passwords.sh
