#!/usr/bin/env bash
# Backs up the database with its roles, and the images and videos, to a new directory.
# docs/operations.md says what to set. No secret is on a command line: the tools of PostgreSQL read
# PGPASSWORD or ~/.pgpass, and rclone reads its own settings.
# Usage: deploy/backup.sh DIRECTORY
set -euo pipefail
umask 077

target=${1:?Usage: deploy/backup.sh DIRECTORY}
: "${PGDATABASE:?Set PGDATABASE to the name of the database}"
here=$(dirname "$(realpath "$0")")
query() { psql --quiet --no-psqlrc --tuples-only --no-align --set=ON_ERROR_STOP=1 "$@"; }
[ ! -e "$target" ] || { echo "$target already exists." >&2; exit 1; }

# A backup that fails leaves nothing: the directory gets its name at the end.
mkdir -p "$(dirname "$target")"
partial=$(mktemp --directory "$target.partial-XXXXXX")
trap 'rm -rf "$partial"' EXIT

# By the clock of the database, like all times of due messages.
query --command="select to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')" \
  >"$partial/taken-at"
query --file="$here/roles-of-database.sql" >"$partial/roles.sql"
# One snapshot, next to the running service.
pg_dump --format=custom --file="$partial/database.dump"

# Runs after the database: every row then has its file, unless the file has been deleted since.
if [ -n "${MEDIA_DIR:-}" ]; then
  # For such a file, tar ends with 1.
  tar --create --file="$partial/media.tar" --directory="$MEDIA_DIR" --exclude=./incoming . ||
    [ $? -eq 1 ]
fi
if [ -n "${BUCKET:-}" ]; then
  # Objects never change, so each is copied once, for all backups. With its headers.
  rclone copy --metadata "$BUCKET" "${BACKUP_BUCKET:?Set BACKUP_BUCKET to where the objects are copied}"
  echo "$BACKUP_BUCKET" >"$partial/bucket"
fi

mv "$partial" "$target"
trap - EXIT
# For the alert on an old backup. A standby takes no row, and an older version has no such table.
query --set=taken_at="$(cat "$target/taken-at")" <<'SQL'
select format('insert into backups (taken_at) values (%L) on conflict do nothing', :'taken_at')
  from information_schema.tables
 where table_name = 'backups' and not pg_is_in_recovery() \gexec
SQL
echo "The backup of $(cat "$target/taken-at") is in $target."
