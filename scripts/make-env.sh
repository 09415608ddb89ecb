#!/usr/bin/env bash
# Writes .env from .env.example with random secrets, so that `docker compose up` can start. It never
# overwrites an existing .env, and needs neither Node.js nor an installation.
# Usage: npm run env
# MESSENGER_BOT_TOKEN from the environment goes into the file. Without it, the file names a bot that
# does not exist: the service starts, and users cannot sign in until you set MESSENGER_BOT_TOKEN.
set -euo pipefail
cd "$(dirname "$0")/.."

hex() { head -c "$1" /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

token=${MESSENGER_BOT_TOKEN:-}
if [ -n "$token" ] && ! [[ $token =~ ^[0-9]+:[A-Za-z0-9_-]{20,}$ ]]; then
  echo 'MESSENGER_BOT_TOKEN: expected <bot id>:<secret>' >&2
  exit 1
fi
# The number before the colon; 1 is not a bot.
bot_id=${token%%:*}
bot_id=${bot_id:-1}

# Readable by its owner only; `noclobber` fails instead of overwriting.
umask 077
set -o noclobber
if ! : 2>/dev/null >.env; then
  echo 'There is already a .env; edit or remove it.' >&2
  exit 1
fi
sed \
  -e "s|^JWT_SECRET=\$|&$(hex 48)|" \
  -e "s|^ADMIN_API_KEY=\$|&$(hex 32)|" \
  -e "s|^ENCRYPTION_KEY=\$|&$(head -c 32 /dev/urandom | base64)|" \
  -e "s|^HALLWAY_PASSWORD=\$|&$(hex 24)|" \
  -e "s|^POSTGRES_PASSWORD=\$|&$(hex 24)|" \
  -e "s|^OBJECTS_PASSWORD=\$|&$(hex 24)|" \
  -e "s|^OBJECTS_ROOT_PASSWORD=\$|&$(hex 24)|" \
  -e "s|^MESSENGER_WEBHOOK_SECRET=\$|&$(hex 32)|" \
  -e "s|^MESSENGER_BOT_TOKEN=\$|&$token|" \
  -e "s|^MESSENGER_BOT_ID=\$|&$bot_id|" \
  .env.example >>.env

echo 'Wrote .env.'
[ -n "$token" ] || echo 'Users cannot sign in until you set MESSENGER_BOT_TOKEN in .env.'
