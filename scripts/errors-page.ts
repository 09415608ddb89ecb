import sentences from '../src/console/texts/errors/en.json' with { type: 'json' };
import { REASONS } from '../src/domain/reasons.ts';
import { ERROR_STATUS, type ErrorCode } from '../src/errors.ts';

/** The meaning of each code, and what the client can do. The type requires every code. */
const MEANING: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR:
    'The path, query, a header, the body or the upload is invalid; `error` names the field. A retry of the same request fails again.',
  ANSWERS_REQUIRED:
    'Registering asks something that is not answered; `error` has the questions, and `errors` of a problem their ids. Send `answers` with the request.',
  UNAUTHORIZED:
    'Credentials are missing or invalid: launch data with a wrong signature or too old, or an unknown API key. Reopen the mini app for fresh launch data.',
  INVALID_TOKEN:
    'The bearer token is malformed, expired or wrongly signed, or its user is erased. Sign in again.',
  FORBIDDEN:
    'The caller is authenticated but not allowed: a user on an endpoint for administrators, an administrator on an endpoint for users, or a blocked user.',
  NOT_FOUND:
    'The id or slug does not exist, or the caller may not see it. The answer does not distinguish the two.',
  NOT_REGISTERED: 'This user has no attendance here: they never registered, or they cancelled.',
  ROUTE_NOT_FOUND: 'No endpoint has this path. Check the URL for typos.',
  METHOD_NOT_ALLOWED: 'The path does not support this method. `Allow` lists those it supports.',
  CONFLICT:
    'The current state does not allow this request, or a concurrent change came first. Read the state again before you retry.',
  EVENT_ENDED: 'The event is over; attendees can no longer attend or cancel.',
  CONFERENCE_ENDED: 'The conference is over; attendees can no longer register or cancel.',
  CONFERENCE_CANCELLED:
    'The conference is cancelled; no one can register, check in or attend its events.',
  TOO_MANY_PENDING:
    'You have the maximum number of pending side-event requests. Send the next one after one is approved or rejected.',
  GUEST_NOT_CLAIMED:
    'The badge is of a guest who has no account yet. Ask them to open the app by their link first.',
  ALREADY_CLAIMED: 'Another person has used this claim link. An organizer can give it back.',
  ALREADY_HAS_SEAT:
    'You hold a seat at this conference by another invitation. The code stays free for another person; an organizer can merge the two.',
  ALREADY_CONNECTED: 'You are already connected with this user.',
  CONNECTION_REJECTED:
    'This user rejected your request less than 30 days ago, or has rejected two of your requests, which is final. They can still send you a request.',
  TOO_MANY_BLOCKS: 'You block the maximum number of users. Unblock one before you block the next.',
  EVENT_CANCELLED: 'The event is cancelled.',
  EVENT_FULL:
    'The event has no free seat for this attendee; `over_capacity: true` gives one anyway.',
  REQUEST_DECLINED:
    'The organizers have declined the request for a seat. It is open again once they reopen it.',
  GUEST_LIMIT:
    'The user brings as many guests as the conference allows. Take one back who has not claimed the seat.',
  TRANSFER_CLOSED: 'The conference has transfers switched off, or their time is over.',
  TRANSFER_AT_SHOP:
    'The seat came by a ticket shop or its guest list, whose next run would undo a transfer. Change the name of the ticket in the shop.',
  CONFERENCE_FULL:
    'The conference has no free seat for this attendee; `over_capacity: true` gives one anyway.',
  TICKET_TYPE_FULL:
    'The ticket type has no free seat, and nobody waits for one. For administrators, `over_capacity: true` gives one anyway.',
  TICKET_TYPE_REQUIRED:
    'Several ticket types of the conference take people. Send the `ticket_type_id` of one of its `ticket_types`.',
  WRONG_ANSWER: 'The code or the chosen options are wrong. Tries are limited.',
  CODE_INVALID:
    'This meet code connects you with nobody: it is wrong, your own, used up or older than ten minutes. Ask for a new one.',
  TICKET_INVALID:
    'The code is not a ticket: misread, forged, or of a seat that was given up. Scan it again; the attendee finds the current ticket in the app.',
  TICKET_OTHER_EVENT: 'The ticket is genuine, but for another event or conference.',
  REGISTRATION_REQUIRED:
    'You need a seat, a check-in or the approval of an administrator first; the error names which.',
  QUESTIONS_CLOSED:
    'Questions of the session are off, not open yet or over, or the question waits or is answered.',
  QUESTION_LIMIT:
    'Three questions of yours are open in this session. Withdraw one, or wait until one is answered.',
  QUEST_INACTIVE: 'An administrator has switched the quest off. Your progress is kept.',
  QUEST_NOT_STARTED: 'The quest starts later, at its `starts_at`.',
  QUEST_ENDED: 'The quest is over.',
  QUEST_FULL: 'All places of the quest are taken.',
  RATING_CLOSED:
    'The session is rated from its start to 7 days after its end; a break and a cancelled session never.',
  TASK_CLOSED: 'The task is not open now: see its `opens_at` and `closes_at`.',
  TASK_NOT_FULFILLED:
    'What completes the task has not happened yet, or a partner must confirm it. Nothing changed.',
  NO_TRIES_LEFT: 'You have used all tries of this task.',
  NO_TEMPLATE: 'The quest has no reminder template. Create one, or name one.',
  MEDIA_IN_USE:
    'A submitted proof shows this file: it cannot be sent again, nor deleted while it awaits review. Or an information page shows it.',
  PAGE_LIMIT:
    'The conference has 20 information pages. Delete one first, or add the text to another one.',
  CHECKPOINT_LIMIT: 'The conference has 50 checkpoints. Retire one that is not in use.',
  REGISTRATION_CLOSED: 'The event or conference is not over, but its registration is closed.',
  WAITLISTED:
    'The attendee is on the waitlist and has no seat. Give them one first, or let them wait.',
  ACCOUNT_BLOCKED:
    'An administrator has blocked this user. Check in with `allow_blocked: true` to let them in.',
  JOB_NOT_CANCELLABLE: 'The notification job has finished or is already cancelled.',
  JOB_NOT_EDITABLE:
    'The notification job has started or finished, is the reminder of a quest, or has its recipients in a spreadsheet; `error` says which. Only drafts can be deleted.',
  JOB_NOT_RETRYABLE:
    'The notification job is a draft, scheduled, cancelled, failed or recalled: it has no failed messages to send again.',
  JOB_NOT_RECALLABLE:
    'The notification job never started, so there is nothing to recall. Delete a draft, cancel a scheduled job.',
  JOB_NOT_RESCHEDULABLE:
    'The notification job has started or finished; only a scheduled job can be rescheduled.',
  NO_CHAT:
    'A test message has no chat to go to; `error` says what is missing: the administrator of the key, their messenger id, or their chat with the bot.',
  DUPLICATE_BROADCAST:
    'The same API key created the same broadcast less than 10 minutes ago; `error` names its job. To send it twice, set `force` to true.',
  PIN_LIMIT:
    'Ten broadcasts are pinned to the conference at that time. Take one down by `PATCH /admin/notifications/jobs/:id/pin`, or let it end earlier.',
  DUPLICATE_SHIFT:
    'The same items were moved in the same way less than 10 minutes ago, perhaps by another organizer. Nothing moved. To move them once more, set `force` to true.',
  IDEMPOTENCY_KEY_REUSED:
    'The `Idempotency-Key` belongs to another request of the last 24 hours, or the first answer is not stored. Nothing ran: the key promises one outcome, and a second body would have another, so neither can be answered for the other. Send a new request with a new key.',
  IDEMPOTENCY_KEY_IN_USE:
    'The first request with this `Idempotency-Key` is still running. Retry after a few seconds to receive its answer.',
  SOURCE_CHANGED:
    'The source has other content than the waiting run showed, so nothing was applied. `error` names the new run that waits; look at it, and apply that one.',
  SOURCE_LIMIT: 'The conference has 10 sources. Delete one first.',
  SOURCE_RUNNING: 'Another run of this source has not ended. Retry after it.',
  TOO_SOON: 'A person asked for a run of this source within the last minute. Retry later.',
  QUOTA_EXCEEDED:
    'You have as many files, bytes or videos of a day as one user may have; `error` says which. Delete some first.',
  OTP_INVALID: 'The one-time code is wrong; `error` says how many tries are left.',
  OTP_EXPIRED:
    'The one-time code has expired, or there is none. Request a new one with `POST /partner/partnera/register`.',
  PARTNER_NOT_VERIFIED:
    'You have no verified account of the partner, or the partner has ended its session. Register and verify a code.',
  PARTNER_ACCOUNT_TAKEN: 'Another attendee has verified this account of the partner.',
  ALREADY_MINTED:
    'This account of the partner has already minted, for an account here that has since been erased.',
  MINT_FAILED: 'The partner has refused your mint three times. It is not tried again.',
  ENRICHMENT_NOT_READY:
    'The user has no enrichment, or its generation is pending or failed. Generate it, and wait for `ready`.',
  ENRICHMENT_NOT_ALLOWED:
    'The user is hidden or blocked, has switched enrichment off, or has not agreed to an outside provider.',
  WEBHOOK_LIMIT:
    'The conference has 10 endpoints of webhooks, or there are 50 in all. Delete one first.',
  WEBHOOK_OFF:
    'The endpoint is off. Set its `status` to `active` first, by which you become its owner.',
  PRECONDITION_FAILED:
    'The resource has another version than `If-Match` names: someone else has edited it. Nothing changed. `current` is the resource as it is now; apply your change to it, and send its version.',
  PAYLOAD_TOO_LARGE: 'The JSON body exceeds 1 MiB, or the upload exceeds its limit.',
  UNSUPPORTED_MEDIA_TYPE:
    'The endpoint does not accept the media type, encoding or file format of the body.',
  RANGE_NOT_SATISFIABLE:
    'The `Range` starts behind the end of the file. `Content-Range` has its size.',
  RATE_LIMITED:
    'Too many requests. Wait `Retry-After` seconds; `RateLimit` and `RateLimit-Policy` describe the limit.',
  INTERNAL_ERROR:
    'A defect of the service. Report the `X-Request-Id` of the answer, which identifies its log entry.',
  UPSTREAM_ERROR:
    'A service that this request depends on, such as a calendar feed, failed or sent an invalid answer. Retry later.',
  SERVICE_UNAVAILABLE:
    'The database is unavailable, a disk is full, a feature is not configured, the service is overloaded, too many searches run at once or one takes too long, or the process is shutting down. Retry after `Retry-After` seconds.',
};

const INTRODUCTION = `# Errors

Every answer with a status of 400 or above has a JSON body with exactly two keys:

\`\`\`json
{ "error": "recipient_id: expected a positive integer", "code": "VALIDATION_ERROR" }
\`\`\`

\`error\` is a sentence for people and may change. \`code\` is for programs and is stable. New codes can
be added, so handle an unknown code by its status. Only \`GET /healthz\` adds a third key, \`status\`.

\`npm run generate\` writes this page.

| status | code | meaning |
|---|---|---|
`;

const REASONS_INTRODUCTION = `
## Reasons

A client that sends \`Accept: application/problem+json\` gets [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) instead:
\`type\`, \`title\`, \`status\`, \`detail\`, \`code\`, and in \`errors\` each wrong field with a \`code\` of this
table and its \`params\`; a \`field\` of null is the whole. Row errors and remarks of imports, and warnings, have the
same codes. The sentences are those of the console, which has them in each of its languages. New codes can be added.

| code | params | sentence |
|---|---|---|
`;

/** The text of `docs/errors.md`. */
export function errorsPage(): string {
  const rows = Object.entries(ERROR_STATUS).map(
    ([code, status]) => `| ${status} | \`${code}\` | ${MEANING[code as ErrorCode]} |\n`,
  );
  const said: Readonly<Record<string, string>> = sentences;
  const reasons = Object.entries(REASONS).map(([code, params]) => {
    const names = params.map((name) => `\`${name}\``).join(', ');
    return `| \`${code}\` | ${names} | ${said[`reason.${code}`]?.replaceAll('|', '\\|')} |\n`;
  });
  return INTRODUCTION + rows.join('') + REASONS_INTRODUCTION + reasons.join('');
}
