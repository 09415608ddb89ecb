#!/usr/bin/env bash
# Makes the calls of docs/tour.md against a running service, and checks each answer. It can run any
# number of times against one database. A contract test compares the calls of both files.
#
# Usage: npm run tour -- API KEY MINA
#   API   address of the API, such as http://127.0.0.1:3000/api/v1
#   KEY   admin key
#   MINA  messenger data of the demo user Mina
# The header names X-API-Key and X-Messenger-Auth in front of the values are optional. Without
# arguments, HALLWAY_API, HALLWAY_ADMIN_KEY and HALLWAY_MESSENGER_AUTH are read.
set -euo pipefail

usage() {
  sed -n 's/^# \{0,1\}//; 5,10p' "$0" >&2
  exit 2
}

API=${1:-${HALLWAY_API:-}}
key=${2:-${HALLWAY_ADMIN_KEY:-}}
mina=${3:-${HALLWAY_MESSENGER_AUTH:-}}
[ -n "$API" ] && [ -n "$key" ] && [ -n "$mina" ] || usage
KEY="X-API-Key: ${key#X-API-Key: }"
MINA="X-Messenger-Auth: ${mina#X-Messenger-Auth: }"
JSON='Content-Type: application/json'

directory=$(mktemp -d)
cd "$directory"
stream_pid=
cleanup() {
  [ -z "$stream_pid" ] || kill "$stream_pid" 2>/dev/null || true
  rm -rf "$directory"
}
trap cleanup EXIT

fail() {
  printf 'tour: %s\n' "$1" >&2
  [ ! -s answer ] || printf 'The answer was: %s\n' "$(head -c 2000 answer)" >&2
  exit 1
}

# call METHOD PATH [CURL ARGUMENT…]: stores the answer; fails on any status but 2xx.
call() {
  local method=$1 path=$2 status
  shift 2
  status=$(curl --silent --show-error --max-time 60 --output answer --write-out '%{http_code}' \
    --request "$method" "$API$path" "$@") || fail "$method $path: no answer"
  printf '%s %s %s\n' "$status" "$method" "$path"
  case $status in 2*) ;; *) fail "$method $path: expected status 2xx, got $status" ;; esac
}

# evaluate EXPRESSION: prints the value of a JavaScript expression over the stored answer, or fails.
evaluate() {
  node -e '
    try {
      const answer = JSON.parse(require("fs").readFileSync("answer", "utf8"));
      const value = Function("answer", `return (${process.argv[1]})`)(answer);
      if (value === undefined) process.exit(1);
      process.stdout.write(String(value));
    } catch {
      process.exit(1);
    }
  ' "$1"
}

# value EXPRESSION: prints a value of the stored answer.
value() {
  evaluate "$1" || fail "expected in the answer: $1"
}

# check EXPRESSION: fails unless the expression is true of the stored answer.
check() {
  [ "$(evaluate "$1")" = true ] || fail "expected of the answer: $1"
}

# call_until EXPRESSION METHOD PATH [CURL ARGUMENT…]: repeats a call until the expression is true.
call_until() {
  local expression=$1 attempts=60
  shift
  call "$@"
  until [ "$(evaluate "$expression")" = true ]; do
    attempts=$((attempts - 1))
    [ "$attempts" -gt 0 ] || fail "expected within 60 seconds: $expression"
    sleep 1
    call "$@" >/dev/null
  done
}

# listen GET PATH [CURL ARGUMENT…]: opens a stream in the background, and waits until it has begun.
listen() {
  local path=$2
  shift 2
  curl --silent --show-error --no-buffer --max-time 120 "$API$path" "$@" >stream &
  stream_pid=$!
  printf '... GET %s\n' "$path"
  wait_for_stream '^id:'
}

# wait_for_stream PATTERN: waits until a line of the stream matches.
wait_for_stream() {
  local attempts=60
  until grep -q "$1" stream 2>/dev/null; do
    attempts=$((attempts - 1))
    [ "$attempts" -gt 0 ] || fail "expected in the live stream within 60 seconds: $1"
    sleep 1
  done
}

# --- The organizer prepares

call POST "/admin/conferences" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "name": "Computing by the Sea", "venue": "Museum Quay", "city": "Hamburg", "country": "DE",
  "starts_on": "2030-05-14", "ends_on": "2030-05-15", "timezone": "Europe/Berlin", "capacity": 2
}
BODY
check 'answer.status === "draft"'
CONFERENCE=$(value answer.id)
SLUG=$(value answer.slug)

cat >programme.ics <<'ICS'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Computing by the Sea//Programme//EN
BEGIN:VEVENT
UID:opening@sea.example
DTSTAMP:20300101T000000Z
DTSTART;TZID=Europe/Berlin:20300514T093000
DTEND;TZID=Europe/Berlin:20300514T101500
SUMMARY:Opening
LOCATION:Great Hall
END:VEVENT
BEGIN:VEVENT
UID:regatta@sea.example
DTSTAMP:20300101T000000Z
DTSTART;TZID=Europe/Berlin:20300515T170000
DTEND;TZID=Europe/Berlin:20300515T200000
SUMMARY:Regatta of paper boats
LOCATION:Pier 4
END:VEVENT
END:VCALENDAR
ICS
call POST "/admin/events/import-all-extcal" -H "$KEY" -F conference_id="$CONFERENCE" -F file=@programme.ics
check 'answer.created === 2'
call POST "/admin/events/import-all-extcal" -H "$KEY" -F conference_id="$CONFERENCE" -F file=@programme.ics
check 'answer.created === 0 && answer.unchanged === 2'

call POST "/admin/speakers" -H "$KEY" -H "$JSON" -d @- <<BODY
{ "name": "Ada Lovelace", "title": "Programmer", "socials": { "github": "@ada" }, "conference_id": $CONFERENCE }
BODY
SPEAKER=$(value answer.id)
call POST "/admin/agenda" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "conference_id": $CONFERENCE, "title": "Engines that weave", "kind": "keynote", "room": "Great Hall",
  "starts_at": "2030-05-14T10:00:00+02:00", "ends_at": "2030-05-14T11:00:00+02:00", "speaker_ids": [$SPEAKER]
}
BODY
check 'answer.warnings.length === 1 && answer.warnings[0].kind === "room"'
TALK=$(value answer.id)
call PUT "/admin/agenda/$TALK" -H "$KEY" -H "$JSON" -d @- <<BODY
{ "starts_at": "2030-05-14T10:30:00+02:00", "ends_at": "2030-05-14T11:30:00+02:00" }
BODY
check 'answer.warnings.length === 0'

printf 'title,starts_at,ends_at,room,speakers\nNets and knots,2030-05-15 09:00,2030-05-15 10:00,Attic,Ada Lovelace|Mary Somerville\n' >talks.csv
call POST "/admin/conferences/$CONFERENCE/agenda/import?dry_run=true" -H "$KEY" -F file=@talks.csv
check 'answer.created === 1 && answer.speakers_created === 1 && answer.dry_run === true'
call POST "/admin/conferences/$CONFERENCE/agenda/import" -H "$KEY" -F file=@talks.csv
check 'answer.created === 1 && answer.speakers_created === 1 && answer.dry_run === false'

printf 'messenger_id,username,first_name,ticket_type\n900000003,,Wei,speaker\n,jonas_demo,Jonas,regular\n,grace,Grace,regular\n' >attendees.csv
call POST "/admin/conferences/$CONFERENCE/bulk-upload?dry_run=true" -H "$KEY" -F file=@attendees.csv
check 'answer.created === 3 && answer.dry_run === true'
call POST "/admin/conferences/$CONFERENCE/bulk-upload" -H "$KEY" -F file=@attendees.csv
check 'answer.created === 3 && answer.waitlisted === 1 && answer.dry_run === false'

call GET "/admin/conferences/$CONFERENCE/attendees?status=invited" -H "$KEY"
check 'answer.data.length === 1 && answer.data[0].waitlist_position === 1'
INVITATION=$(value 'answer.data[0].invitation_id')
call PATCH "/admin/conferences/$CONFERENCE/invitations/$INVITATION" -H "$KEY" -H "$JSON" -d '{"ticket_type": "press"}'
check 'answer.status === "invited" && answer.ticket_type === "press"'
call DELETE "/admin/conferences/$CONFERENCE/invitations/$INVITATION" -H "$KEY"
check 'answer.deleted === true'

call PUT "/admin/conferences/$CONFERENCE" -H "$KEY" -H "$JSON" -d '{"status": "published"}'
check 'answer.status === "published" && answer.attendee_count === 2'

# --- Mina attends

call GET "/conferences/slug/$SLUG/agenda"
check "answer.conference.id === $CONFERENCE && answer.days.flatMap((day) => day.items).length === 4"
call GET "/conferences/$CONFERENCE/agenda?q=lovelace"
check "answer.days.flatMap((day) => day.items).some((item) => item.id === $TALK)"

call PUT "/agenda/$TALK/favorite" -H "$MINA"
check "answer.id === $TALK && answer.status === 'scheduled'"
call PUT "/admin/agenda/$TALK" -H "$KEY" -H "$JSON" -d '{"room": "Cellar"}'
check 'answer.room === "Cellar"'
call PUT "/admin/agenda/$TALK" -H "$KEY" -H "$JSON" -d '{"room": "Attic"}'
check 'answer.room === "Attic"'
call GET "/agenda/my?conference_id=$CONFERENCE" -H "$MINA"
check "answer.data.map((item) => item.id).join() === '$TALK'"
call GET "/agenda/$TALK"
check 'answer.room === "Attic"'
call GET "/notifications?status=unread" -H "$MINA"
check "answer.data.filter((notice) => notice.type === 'agenda_item_updated' && notice.data.agenda_item_id === $TALK).length === 1"
check "answer.data.some(({ start }) => start?.kind === 'agenda_item' && start.id === $TALK)"

START="a_$TALK"
call GET "/start/$START"
check "answer.start.kind === 'agenda_item' && answer.start.id === $TALK && answer.start.available"

call POST "/auth/login" -H "$MINA"
check 'answer.token_type === "Bearer"'
call POST "/conferences/$CONFERENCE/register" -H "$MINA"
check 'answer.status === "waitlisted" && answer.waitlist_position === 1'

call PUT "/admin/conferences/$CONFERENCE" -H "$KEY" -H "$JSON" -d '{"capacity": 800}'
check 'answer.capacity === 800'
call GET "/conferences/$CONFERENCE/attendance" -H "$MINA"
check 'answer.status === "registered"'
call GET "/conferences/$CONFERENCE/attendees" -H "$MINA"
check 'answer.pagination.total === 3'

call POST "/events/side-event-request" -H "$MINA" -H "$JSON" -d @- <<BODY
{
  "conference_id": $CONFERENCE, "title": "Evening by the fire", "description": "Stories and soup.",
  "starts_at": "2030-05-14T19:00:00+02:00", "ends_at": "2030-05-14T22:00:00+02:00",
  "timezone": "Europe/Berlin", "venue": { "name": "North beach" }, "capacity": 20
}
BODY
check 'answer.status === "pending"'
SIDE_EVENT=$(value answer.id)
call GET "/admin/events/pending" -H "$KEY"
check "answer.data.some((event) => event.id === $SIDE_EVENT)"
call POST "/admin/events/$SIDE_EVENT/approve" -H "$KEY"
check 'answer.status === "approved"'
call POST "/events/attend" -H "$MINA" -H "$JSON" -d "{\"event_id\": $SIDE_EVENT}"
check 'answer.status === "registered"'
call GET "/users/me/state?conference_id=$CONFERENCE" -H "$MINA"
check "answer.conferences[$CONFERENCE].status === 'registered' && answer.events[$SIDE_EVENT].status === 'registered'"

call GET "/conferences/$CONFERENCE/agenda.ics"
grep -q '^SUMMARY:Engines that weave' answer || fail 'expected the talk in the calendar'
call POST "/users/me/calendar-link" -H "$MINA"
check 'answer.url.includes("/api/v1/events/my.ics?token=")'

# --- Attendees meet

call GET "/connections" -H "$MINA"
REQUEST=$(value 'answer.data.filter((one) => one.direction === "received").pop().id')
call PUT "/connections/$REQUEST" -H "$MINA" -H "$JSON" -d '{"status": "accepted"}'
check 'answer.status === "accepted"'
call PUT "/connections/$REQUEST/note" -H "$MINA" -H "$JSON" -d '{"note": "Knows a good sailmaker."}'
check 'answer.note === "Knows a good sailmaker."'

call GET "/users/recommended" -H "$MINA"
check 'answer.data[0].reasons.some((one) => one.kind === "offers_what_you_look_for")'
TOMAS=$(value 'answer.data[0].id')
call POST "/users/recommended/$TOMAS/dismiss" -H "$MINA"
check 'answer.dismissed === true'
call DELETE "/users/recommended/$TOMAS/dismiss" -H "$MINA"
check 'answer.dismissed === false'

call GET "/users?q=Benali" -H "$MINA"
AICHA=$(value 'answer.data[0].id')
call POST "/connections" -H "$MINA" -H "$JSON" -d "{\"recipient_id\": $AICHA, \"message\": \"Your boats, my tides?\"}"
check "answer.status === 'pending' && answer.recipient_id === $AICHA"
call GET "/connections/check/$AICHA" -H "$MINA"
check 'answer.status === "pending" && answer.direction === "sent"'
call GET "/connections/connected" -H "$MINA"
check "answer.data.some((one) => one.id === $REQUEST)"

call GET "/notifications" -H "$MINA"
check "answer.unread_count > 0 && answer.data.some((one) => one.data.conference_id === $CONFERENCE)"

call PUT "/notifications/preferences" -H "$MINA" -H "$JSON" -d @- <<BODY
{
  "topics": { "connections": false },
  "quiet_hours": { "start": "22:00", "end": "07:00", "timezone": "Europe/Berlin" }
}
BODY
check 'answer.topics.connections === false && answer.quiet_hours.start === "22:00"'

call POST "/notifications/stream-ticket" -H "$MINA"
check 'answer.ticket.length > 0'
listen GET "/notifications/stream" -H "$MINA"

# --- The organizer sends a broadcast

call GET "/admin/notifications/filter-values" -H "$KEY"
check 'answer.conferences.length > 0'
call POST "/admin/notifications/preview" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "title": "Doors open at nine", "body": "Good morning, {{first_name|there}}! See you at {{conference_name}}.",
  "audience": { "conference_ids": [$CONFERENCE] }
}
BODY
check 'answer.count === 3 && answer.samples[0].body.endsWith("See you at Computing by the Sea.")'

call POST "/admin/notifications/bulk-send" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "title": "Doors open at nine", "body": "Good morning, {{first_name|there}}! See you at {{conference_name}}.",
  "audience": { "conference_ids": [$CONFERENCE] }
}
BODY
BROADCAST=$(value answer.id)
# Quiet hours can delay a message; the recipients are known as soon as the worker has run.
call_until 'answer.total === 3' GET "/admin/notifications/jobs/$BROADCAST/stats" -H "$KEY"
call GET "/admin/notifications/jobs/$BROADCAST/deliveries" -H "$KEY"
check 'answer.data.length === 3'
wait_for_stream 'Doors open at nine'

TOMORROW=$(node -p 'new Date(Date.now() + 86400000).toISOString()')
IN_TWO_DAYS=$(node -p 'new Date(Date.now() + 172800000).toISOString()')
printf 'messenger_id,username,locker\n900000001,,12\n,wei_demo,14\n,nobody_demo,15\n' >lockers.csv
call POST "/admin/notifications/bulk-send-excel" -H "$KEY" -F file=@lockers.csv \
  -F title='Your locker' -F body='Number {{locker}}, {{first_name}}.' -F scheduled_at="$TOMORROW"
check 'answer.sheet.matched === 2 && answer.sheet.errors[0].row === 4'
SCHEDULED=$(value answer.id)
call PUT "/admin/notifications/jobs/$SCHEDULED/reschedule" -H "$KEY" -H "$JSON" -d "{\"scheduled_at\": \"$IN_TWO_DAYS\"}"
check "answer.scheduled_at === '$IN_TWO_DAYS'"
call POST "/admin/notifications/jobs/$SCHEDULED/cancel" -H "$KEY"
check 'answer.status === "cancelled"'

# --- Mina plays a quest

call POST "/admin/quests" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "title": "Treasure of the quay", "conference_id": $CONFERENCE, "is_active": true, "completion_points": 50
}
BODY
check 'answer.state === "running"'
QUEST=$(value answer.id)
call POST "/admin/quests/$QUEST/tasks" -H "$KEY" -H "$JSON" -d @- <<BODY
{ "title": "Find the anchor", "type": "code", "points": 10, "config": { "code": "ANCHOR-12" } }
BODY
check 'answer.type === "code" && !("code" in answer.config)'
FIND=$(value answer.id)
call POST "/admin/quests/$QUEST/tasks" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "title": "Which ship is made of paper?", "type": "quiz", "points": 15,
  "config": {
    "options": [{ "id": "regatta", "label": "Those of the regatta" }, { "id": "ferry", "label": "The ferry" }],
    "correct_option_ids": ["regatta"]
  }
}
BODY
QUIZ=$(value answer.id)
call POST "/admin/quests/$QUEST/tasks" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "title": "Tea or soup?", "type": "poll", "points": 5,
  "config": { "options": [{ "id": "tea", "label": "Tea" }, { "id": "soup", "label": "Soup" }] }
}
BODY
POLL=$(value answer.id)
call POST "/admin/quests/$QUEST/tasks" -H "$KEY" -H "$JSON" -d @- <<BODY
{ "title": "A line about the sea", "type": "text", "points": 20, "config": { "max_length": 500 } }
BODY
LINE=$(value answer.id)

call GET "/quests?conference_id=$CONFERENCE"
check "answer.data.some((quest) => quest.id === $QUEST && quest.total_points === 100)"
call GET "/quests/$QUEST" -H "$MINA"
check 'answer.tasks.length === 4 && answer.progress.status === "none"'
call POST "/quests/$QUEST/start" -H "$MINA"
check 'answer.status === "in_progress" && answer.total_tasks === 4'

call POST "/quests/tasks/complete" -H "$MINA" -H "$JSON" -d "{\"task_id\": $FIND, \"answer\": \"anchor 12\"}"
check 'answer.status === "approved" && answer.points_awarded === 10'
call POST "/quests/tasks/complete" -H "$MINA" -H "$JSON" -d "{\"task_id\": $QUIZ, \"option_ids\": [\"regatta\"]}"
check 'answer.points_awarded === 15'
call POST "/quests/tasks/complete" -H "$MINA" -H "$JSON" -d "{\"task_id\": $POLL, \"option_ids\": [\"soup\"]}"
check 'answer.points_awarded === 5'
call GET "/quests/tasks/$POLL/poll-results" -H "$MINA"
check 'answer.total_votes === 1 && answer.my_vote === "soup"'
call POST "/quests/tasks/complete" -H "$MINA" -H "$JSON" -d @- <<BODY
{ "task_id": $LINE, "text": "The sea keeps no minutes of its meetings." }
BODY
check 'answer.status === "pending" && answer.points_awarded === 0'

call GET "/admin/quests/$QUEST/pending" -H "$KEY"
check 'answer.data.length === 1 && answer.data[0].text.startsWith("The sea")'
SUBMISSION=$(value 'answer.data[0].user_quest_task_id')
PLAYER=$(value 'answer.data[0].user.id')
call POST "/admin/quests/tasks/$SUBMISSION/approve" -H "$KEY"
check 'answer.status === "approved"'

call POST "/admin/points/adjust" -H "$KEY" -H "$JSON" -d @- <<BODY
{ "user_id": $PLAYER, "delta": 25, "reason": "You carried the boats", "quest_id": $QUEST }
BODY
check 'answer.delta === 25'
call GET "/quests/leaderboard?quest_id=$QUEST" -H "$MINA"
check 'answer.data[0].rank === 1 && answer.data[0].points === 125 && answer.me.rank === 1'
call GET "/users/me/points" -H "$MINA"
check "answer.data[0].kind === 'adjustment' && answer.data.some((row) => row.kind === 'completion' && row.quest.id === $QUEST)"
call GET "/quests/my?status=completed" -H "$MINA"
check "answer.data.some(({ quest, progress }) => quest.id === $QUEST && progress.points === 125)"
call POST "/admin/points/check" -H "$KEY"
check 'answer.ok === true'

call POST "/admin/quests" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "title": "Night watch", "conference_id": $CONFERENCE, "is_active": true,
  "registration_mode": "approval", "max_participants": 10
}
BODY
WATCH=$(value answer.id)
call POST "/quests/$WATCH/request-registration" -H "$MINA" -H "$JSON" -d '{"message": "I never sleep at the sea."}'
check 'answer.status === "pending"'
call GET "/admin/quests/registration-requests?quest_id=$WATCH" -H "$KEY"
check 'answer.data.length === 1'
WATCH_REQUEST=$(value 'answer.data[0].id')
call POST "/admin/quests/registration-requests/$WATCH_REQUEST/approve" -H "$KEY"
check 'answer.status === "approved"'
call POST "/quests/$WATCH/start" -H "$MINA"
check 'answer.status === "in_progress"'

call POST "/admin/quests/$WATCH/reminder-templates" -H "$KEY" -H "$JSON" -d @- <<BODY
{ "name": "At dusk", "body": "{{first_name|Hello}}, {{quest_title}} waits for you: {{quest_progress}}." }
BODY
check 'answer.is_default === true'
call POST "/admin/quests/$WATCH/send-reminder" -H "$KEY" -H "$JSON" -d '{"audience": "in_progress"}'
check 'answer.status === "scheduled" || answer.status === "running"'
REMINDER=$(value answer.id)
call_until 'answer.total === 1' GET "/admin/notifications/jobs/$REMINDER/stats" -H "$KEY"

call GET "/admin/quests/$QUEST/codes" -H "$KEY"
check 'answer.codes.length === 1 && answer.codes[0].code === "ANCHOR-12"'
call GET "/admin/quests/$QUEST/export?format=json" -H "$KEY"
check 'answer.length === 1 && answer[0].status === "completed" && answer[0].points === 125'

# --- At the door

call POST "/admin/api-keys" -H "$KEY" -H "$JSON" -d "{\"name\": \"Main entrance\", \"preset\": \"door\", \"conference_ids\": [$CONFERENCE]}"
check "answer.conference_ids.join() === '$CONFERENCE'"
DOOR="X-API-Key: $(value answer.secret)"
DOOR_KEY=$(value answer.id)
call GET "/admin/me" -H "$DOOR"
check 'answer.scopes.join() === "door:check-in,door:read"'

call GET "/conferences/$CONFERENCE/ticket" -H "$MINA"
CODE=$(value answer.code)
call POST "/admin/conferences/$CONFERENCE/check-in" -H "$DOOR" -H "$JSON" -d "{\"code\": \"$CODE\"}"
check 'answer.already_checked_in === false'
call POST "/admin/conferences/$CONFERENCE/check-in" -H "$DOOR" -H "$JSON" -d "{\"code\": \"$CODE\"}"
check 'answer.already_checked_in === true'

call POST "/admin/conferences/$CONFERENCE/attendees" -H "$KEY" -H "$JSON" -d '{"username": "jonas_demo", "over_capacity": true}'
check 'answer.status === "registered" && answer.user.username === "jonas_demo"'

call GET "/admin/conferences/$CONFERENCE/attendees?q=wei" -H "$KEY"
WEI=$(value 'answer.data.find(({ user }) => user.messenger_id === 900000003).user.id')
call GET "/admin/conferences/$CONFERENCE/attendees?q=jonas_demo" -H "$KEY"
JONAS=$(value 'answer.data[0].user.id')
MINUTES_AGO=$(node -p 'new Date(Date.now() - 300000).toISOString()')
call POST "/admin/conferences/$CONFERENCE/check-in/batch" -H "$DOOR" -H "$JSON" -d @- <<BODY
{
  "check_ins": [
    { "nonce": "1", "user_id": $WEI, "scanned_at": "$MINUTES_AGO" },
    { "nonce": "2", "user_id": $JONAS, "scanned_at": "$MINUTES_AGO" },
    { "nonce": "3", "code": "$CODE", "scanned_at": "$MINUTES_AGO" },
    { "nonce": "4", "code": "misread", "scanned_at": "$MINUTES_AGO" }
  ]
}
BODY
check 'answer.results.map(({ status }) => status).join() === "checked_in,checked_in,already_checked_in,refused"'
check "answer.results[0].attendance.checked_in_at === '$MINUTES_AGO' && answer.results[3].code === 'TICKET_INVALID'"
call GET "/admin/conferences/$CONFERENCE/check-in/stats" -H "$DOOR"
check 'answer.expected === 3 && answer.checked_in === 3'
call GET "/admin/conferences/$CONFERENCE/stats" -H "$DOOR"
check 'answer.attendance.totals.seats === 3 && answer.attendance.totals.arrived === 3'

call POST "/admin/conferences/$CONFERENCE/attendees" -H "$KEY" -H "$JSON" -d '{"first_name": "Kai", "last_name": "Sato", "over_capacity": true}'
check 'answer.invitee.is_walk_in && answer.user === null'
BADGE=$(value answer.guest_code)
GUEST=$(value answer.invitation_id)
call POST "/admin/conferences/$CONFERENCE/check-in" -H "$DOOR" -H "$JSON" -d "{\"code\": \"$BADGE\"}"
check 'answer.invitation.last_name === "Sato" && answer.already_checked_in === false'
call GET "/admin/conferences/$CONFERENCE/check-in/search?q=satto" -H "$DOOR"
check 'answer.data.length === 1 && answer.data[0].invitation.last_name === "Sato" && answer.data[0].checked_in_at !== null'
call DELETE "/admin/conferences/$CONFERENCE/invitations/$GUEST?erase=true" -H "$KEY"
check 'answer.deleted === true'
call POST "/admin/conferences/$CONFERENCE/bulk-upload" -H "$KEY" -H "$JSON" -d '{"attendees": [{"ticket_code": "TOUR-0000000001", "first_name": "Ana", "last_name": "Silva"}]}'
check 'answer.created === 1'
call POST "/conferences/$CONFERENCE/claim" -H "$MINA" -H "$JSON" -d '{"code": "TOUR-0000000001", "last_name": "silva"}'
check 'answer.status === "checked_in"'

call PUT "/users/$JONAS/block" -H "$MINA"
call GET "/users/me/blocks" -H "$MINA"
check "answer.data[0].user.id === $JONAS"
call DELETE "/users/$JONAS/block" -H "$MINA"
check 'answer.blocked === false'

call DELETE "/admin/api-keys/$DOOR_KEY" -H "$KEY"
check 'answer.status === "revoked"'

call POST "/admin/agenda/bulk" -H "$KEY" -H "$JSON" -d "{\"ids\": [$TALK], \"shift_days\": 1}"
call GET "/agenda/$TALK"
check 'answer.starts_at === "2030-05-15T08:30:00.000Z"'
call POST "/admin/notifications/preview" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "title": "Thank you", "body": "It was good to have you at {{conference_name}}, {{first_name|there}}.",
  "audience": { "conference_ids": [$CONFERENCE], "attendance": ["checked_in"] }
}
BODY
check 'answer.count === 3'
call POST "/admin/notifications/bulk-send" -H "$KEY" -H "$JSON" -d @- <<BODY
{
  "title": "Thank you", "body": "It was good to have you at {{conference_name}}, {{first_name|there}}.",
  "audience": { "conference_ids": [$CONFERENCE], "attendance": ["checked_in"] }
}
BODY
THANKS=$(value answer.id)
call_until 'answer.total === 3' GET "/admin/notifications/jobs/$THANKS/stats" -H "$KEY"

# --- The organizer's desk

{
  echo 'messenger_id,first_name,last_name,company,ticket_type'
  seq 910000001 910004999 | sed 's/.*/&,Guest,No. &,Harbor Lines,partner/'
  echo '910005000,Zoë,Lindqist,Harbor Lines,partner'
} >partners.csv
call POST "/admin/conferences/$CONFERENCE/bulk-upload" -H "$KEY" -F file=@partners.csv
check 'answer.created === 5000 && answer.waitlisted === 4203 && answer.failed === 0'
call GET "/admin/conferences/$CONFERENCE" -H "$KEY"
check 'answer.invited_count === 797 && answer.spots_left === 0 && answer.registration_state === "waitlist"'

call GET "/admin/conferences/$CONFERENCE/attendees?status=invited&q=lindqvist%20zoe" -H "$KEY"
check 'answer.data.length === 1 && answer.data[0].waitlist_position === 4203'
ZOE=$(value 'answer.data[0].invitation_id')
call PATCH "/admin/conferences/$CONFERENCE/invitations/$ZOE" -H "$KEY" -H "$JSON" -d '{"last_name": "Lindqvist"}'
check 'answer.invitee.last_name === "Lindqvist" && answer.waitlist_position === 4203'

call GET "/admin/conferences/$CONFERENCE/attendees?status=invited&q=910000007" -H "$KEY"
check 'answer.data[0].waitlist_position === null'
GUEST=$(value 'answer.data[0].invitation_id')
call DELETE "/admin/conferences/$CONFERENCE/invitations/$GUEST" -H "$KEY"
check 'answer.deleted === true'
call GET "/admin/conferences/$CONFERENCE" -H "$KEY"
check 'answer.invited_count === 797'

call PUT "/admin/agenda/$TALK" -H "$KEY" -H "$JSON" -d @- <<BODY
{ "starts_at": "2030-05-14T15:00:00+02:00", "ends_at": "2030-05-14T16:00:00+02:00" }
BODY
check 'answer.starts_at === "2030-05-14T13:00:00.000Z"'
call GET "/notifications?status=unread" -H "$MINA"
check "answer.data.some(({ data }) => data.agenda_item_id === $TALK && data.changes.starts_at.to === '2030-05-14T13:00:00.000Z')"

call GET "/admin/speakers?q=somerville&sort=-id" -H "$KEY"
MARY=$(value 'answer.data[0].id')
call GET "/admin/conferences/$CONFERENCE/agenda?sort=-starts_at" -H "$KEY"
NETS=$(value 'answer.data.find(({ title }) => title === "Nets and knots").id')
call PUT "/admin/agenda/$NETS" -H "$KEY" -H "$JSON" -d '{"status": "cancelled"}'
check 'answer.status === "cancelled"'
call DELETE "/admin/speakers/$MARY" -H "$KEY"
check 'answer.deleted === true'
call GET "/agenda/$NETS"
check "answer.status === 'cancelled' && answer.speakers.every(({ id }) => id !== $MARY)"

call GET "/admin/conferences/$CONFERENCE/attendees?format=csv&status=all" -H "$KEY"
grep -q mina_demo answer || fail 'expected Mina in the list'
grep -q 'Lindqvist' answer || fail 'expected the corrected invitation in the list'
[ "$(wc -l <answer)" = 5003 ] || fail "expected 5,003 lines in the list, got $(wc -l <answer)"
call GET "/admin/audit-log?limit=5" -H "$KEY"
check "answer.data.some((row) => row.action === 'speaker.delete' && row.subject_id === $MARY)"

# --- Afterwards

call POST "/feedback" -H "$JSON" -d @- <<BODY
{ "message": "Lovely tickets!", "rating": 5, "category": "door", "context": { "conference": "$SLUG" } }
BODY
FEEDBACK=$(value answer.id)
call GET "/admin/feedback?category=door" -H "$KEY"
check "answer.data.some(({ id, context }) => id === $FEEDBACK && context.conference === '$SLUG')"
call PATCH "/admin/feedback/$FEEDBACK" -H "$KEY" -H "$JSON" -d '{"status": "done", "note": "The door team knows."}'
check 'answer.status === "done"'

printf 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' | base64 -d >photo.png
call POST "/images/upload" -H "$MINA" -F file=@photo.png
check 'answer.mime_type === "image/png" && answer.width === 1'
IMAGE=$(value answer.id)
call PATCH "/users/me" -H "$MINA" -H "$JSON" -d "{\"photo_media_id\": $IMAGE}"
check "answer.photo_media_id === $IMAGE"
call DELETE "/images" -H "$MINA" -H "$JSON" -d "{\"id\": $IMAGE}"
check 'answer.deleted === true'

call GET "/partner/partnera/pog/poll" -H "$MINA"
# A second run finds the account that the first one verified.
if [ "$(value answer.status)" = none ]; then
call POST "/partner/partnera/register" -H "$MINA" -H "$JSON" -d '{"email": "mina@example.org"}'
call POST "/partner/partnera/verify" -H "$MINA" -H "$JSON" -d '{"code": "424242"}'
check 'answer.status === "verified"'
fi
call POST "/partner/partnera/pog/mint" -H "$MINA"
call_until 'answer.status === "minted"' GET "/partner/partnera/pog/poll" -H "$MINA"

call PATCH "/users/me" -H "$MINA" -H "$JSON" -d '{"enrichment_enabled": true, "offering": "Advice about slow queries"}'
ME=$(value answer.id)
call POST "/admin/enrichment/user/$ME" -H "$KEY"
check 'answer.status === "ready" && answer.tags.includes("queries")'
call POST "/admin/enrichment/user/$ME/sync" -H "$KEY"
check 'answer.synced_at !== null'
call GET "/admin/enrichment/user/$ME" -H "$KEY"
check "answer.user_id === $ME"
call POST "/admin/enrichment/users" -H "$KEY" -H "$JSON" -d "{\"filter\": {\"conference_ids\": [$CONFERENCE]}, \"force\": true}"
check 'answer.queued > 0'
JOB=$(value answer.job_id)
call GET "/admin/enrichment/jobs/$JOB" -H "$KEY"
check "answer.id === $JOB && answer.force === true"
call DELETE "/users/me/enrichment" -H "$MINA"
check 'answer.deleted === true'

call GET "/users/me/export" -H "$MINA"
check 'answer.profile.username === "mina_demo"'

echo 'tour: every answer was as expected'
