#!/bin/sh
# The passwords come from the secrets, and stand in no file and no command line.
set -eu
PATRONI_SUPERUSER_PASSWORD=$(cat /run/secrets/database_superuser_password)
PATRONI_REWIND_PASSWORD=$PATRONI_SUPERUSER_PASSWORD
PATRONI_REPLICATION_PASSWORD=$(cat /run/secrets/database_replication_password)
PATRONI_RESTAPI_PASSWORD=$PATRONI_REPLICATION_PASSWORD
export PATRONI_SUPERUSER_PASSWORD PATRONI_REWIND_PASSWORD PATRONI_REPLICATION_PASSWORD PATRONI_RESTAPI_PASSWORD
exec patroni /etc/hotel/patroni.yml
