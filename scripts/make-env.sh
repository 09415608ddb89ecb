#!/usr/bin/env bash
# Writes .env from .env.example with random secrets, so that `docker compose up` can start. It never
# overwrites an existing .env, and needs neither Node.js nor an installation.
# Usage: npm run env
# With DOMAIN=api.example.org, Compose serves that public host with HTTPS: the file has its address, and the
# proxy takes ports 80 and 443 of all addresses. CORS_ORIGINS from the environment goes into the file;
# without it, only pages of the domain itself may call the API.
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
domain=${DOMAIN:-}
if [ -n "$domain" ] && ! [[ $domain =~ ^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$ ]]; then
  echo 'DOMAIN: expected the name of a host, such as api.example.org' >&2
  exit 1
fi
origins=${CORS_ORIGINS:-${domain:+https://$domain}}
origin='https?://[a-z0-9.-]+(:[0-9]+)?'
if [ -n "$origins" ] && ! [[ $origins =~ ^$origin(,$origin)*$ ]]; then
  echo 'CORS_ORIGINS: expected origins separated by commas, such as https://app.example.org' >&2
  exit 1
fi
public=()
[ -z "$domain" ] || public=(
  -e "s|^#SITE_ADDRESS=.*|SITE_ADDRESS=$domain|"
  -e "s|^PUBLIC_URL=\$|&https://$domain|"
  -e 's|^#PROXY_HTTP=.*|PROXY_HTTP=80|'
  -e 's|^#PROXY_HTTPS=.*|PROXY_HTTPS=443|'
)
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
  -e "s|^CORS_ORIGINS=\$|&$origins|" \
  ${public[@]+"${public[@]}"} \
  .env.example >>.env

echo 'Wrote .env.'
[ -z "$domain" ] || echo "Pages of $origins may call the API; CORS_ORIGINS in .env names others."
[ -n "$token" ] || echo 'Users cannot sign in until you set MESSENGER_BOT_TOKEN in .env.'
