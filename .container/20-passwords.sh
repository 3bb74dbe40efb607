#!/bin/sh
# The passwords come from the secrets, and neither stand in a command line nor in the log of statements.
set -eu
for role in owner app; do
  psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<SQL
\\set password \`cat /run/secrets/database_${role}_password\`
set log_statement = none;
set log_min_error_statement = panic;
alter role hotel_${role} password :'password';
SQL
done
