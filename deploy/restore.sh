#!/usr/bin/env bash
# Restores a directory of deploy/backup.sh: roles, database, images and videos. The database must not
# exist, and no process of the service may run. docs/operations.md says what to set, and what follows.
# Usage: deploy/restore.sh DIRECTORY
set -euo pipefail

source=${1:?Usage: deploy/restore.sh DIRECTORY}
: "${PGDATABASE:?Set PGDATABASE to the name of the database}"
query() { psql --quiet --no-psqlrc --tuples-only --no-align --set=ON_ERROR_STOP=1 "$@"; }
refuse() { echo "$1" >&2; exit 1; }

[ -f "$source/taken-at" ] || refuse "$source is not a directory of deploy/backup.sh."
[ ! -f "$source/media.tar" ] || : "${MEDIA_DIR:?Set MEDIA_DIR to where the images and videos belong}"
[ ! -f "$source/bucket" ] || : "${BUCKET:?Set BUCKET to where the objects belong}"
exists=$(query --dbname=postgres --set=name="$PGDATABASE" <<<"select 1 from pg_database where datname = :'name'")
[ -z "$exists" ] || refuse "The database $PGDATABASE exists. Rename or drop it first, see docs/operations.md."

# The files before the database: after a failure, all of it can be repeated.
if [ -f "$source/media.tar" ]; then
  mkdir -p "$MEDIA_DIR"
  tar --extract --file="$source/media.tar" --directory="$MEDIA_DIR"
fi
[ ! -f "$source/bucket" ] || rclone copy --metadata "$(cat "$source/bucket")" "$BUCKET"

query --dbname=postgres --file="$source/roles.sql"
if [ -n "${HALLWAY_PASSWORD:-}" ]; then
  query --dbname=postgres <<'SQL'
\getenv password HALLWAY_PASSWORD
alter role hallway password :'password';
SQL
fi
# With the settings and rights of the database itself. It has the name that it had.
pg_restore --create --exit-on-error --dbname=postgres "$source/database.dump"
# Nothing is sent before an operator resumes. A backup of an older version has no such column.
query <<'SQL'
select 'update messenger_gate set paused_at = coalesce(paused_at, now())'
  from information_schema.columns
 where table_name = 'messenger_gate' and column_name = 'paused_at' \gexec
-- An administrator who is not a superuser gets a warning for each table of the system.
set client_min_messages = error;
analyze;
SQL

echo "The backup of $(cat "$source/taken-at") is restored. Next, before any process starts:"
echo "  npm run migrate"
echo "  npm run ops -- after-restore --taken-at=$(cat "$source/taken-at")"
