#!/usr/bin/env bash
# Builds the content of /app in the image into a directory, without a container engine. It runs the
# FROM, COPY and RUN instructions of the Dockerfile on the files that .dockerignore lets in, so that the
# two stay equal.
# Usage: npm run image -- DIR
set -euo pipefail

target=$(realpath -m "${1:?Usage: npm run image -- DIR}")
[ ! -e "$target" ] || { echo "$target already exists." >&2; exit 1; }
cd "$(dirname "$0")/.."

stages=$(mktemp -d)
trap 'rm -rf "$stages"' EXIT

# .dockerignore excludes everything, then includes one path a line; test/contract/image.test.ts holds it to that.
context=$stages/.context
mkdir "$context"
while IFS= read -r pattern; do
  [[ $pattern != !* ]] || cp -a --parents "${pattern#!}" "$context"
done <.dockerignore

while read -r instruction arguments; do
  case $instruction in
    FROM)
      app=$stages/${arguments##* }/app
      mkdir -p "$app"
      ;;
    COPY)
      from=$context
      if [[ $arguments == --from=* ]]; then
        from=$stages/${arguments#--from=}
        from=${from%% *}
        arguments=${arguments#* }
      fi
      read -ra sources <<<"${arguments% *}"
      into=$app/${arguments##* }
      mkdir -p "$(dirname "$into")"
      cp -a "${sources[@]/#/$from/}" "$into"
      ;;
    RUN)
      (cd "$app" && bash -c "$arguments" </dev/null)
      ;;
  esac
done <Dockerfile

mkdir -p "$(dirname "$target")"
mv "$app" "$target"
