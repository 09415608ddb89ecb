import { ERROR_STATUS, type ErrorCode } from '../src/errors.ts';

/** What each code tells a client, and what to do about it. The compiler misses none. */
const MEANING: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR:
    'Something in the path, the query, the headers, the body or the upload does not fit; `error` names the field. Sending the same again changes nothing.',
  UNAUTHORIZED:
    'No credentials came, or they fail their check: mini app data that is wrongly signed or too old, or an API key that is none of ours. A mini app opens anew to get fresh data.',
  INVALID_TOKEN:
    'The bearer token is malformed, expired or wrongly signed, or its person is gone. Sign in again.',
  FORBIDDEN:
    'We know who calls, and they may not: a person on a route for administrators or the other way round, or a blocked person.',
  NOT_FOUND:
    'There is nothing of this id or slug, or nothing that this caller may know of; the answer does not tell which.',
  ROUTE_NOT_FOUND: 'No endpoint has this path. Look for a typing error in the address.',
  METHOD_NOT_ALLOWED: 'The path exists, but not with this method; `Allow` lists those it has.',
  CONFLICT:
    'The state of things does not allow this, or something else came first. Read again, then decide.',
  EVENT_ENDED: 'The event is over; nobody can come or cancel any more.',
  CONFERENCE_ENDED: 'The conference is over; nobody can register or cancel any more.',
  TOO_MANY_PENDING:
    'You have as many requests for side events waiting as one person may. Send the next when one of them is decided.',
  ALREADY_CONNECTED: 'You and the person you ask are connected already.',
  CONNECTION_REJECTED:
    'The person you ask has said no within the last 30 days. They can still ask you.',
  EVENT_CANCELLED: 'The event does not take place.',
  REGISTRATION_CLOSED: 'The event or conference is not over, but it takes no more registrations.',
  JOB_NOT_CANCELLABLE: 'The job has ended, or was cancelled before.',
  JOB_NOT_RESCHEDULABLE: 'The job has begun or ended; only one that waits can get another time.',
  DUPLICATE_BROADCAST:
    'The same API key created the same broadcast within the last 10 minutes; `error` names that job. If a second one is wanted, send the request again with `force: true`.',
  IDEMPOTENCY_KEY_REUSED:
    'The `Idempotency-Key` belongs to another request of the last 24 hours, or the answer to this one is not kept. Nothing ran. Send a new request with a new key.',
  IDEMPOTENCY_KEY_IN_USE:
    'The first request with this `Idempotency-Key` is still running. Send the same request again in a few seconds to get its answer.',
  PAYLOAD_TOO_LARGE: 'The JSON body is larger than 1 MiB, or the upload larger than its limit.',
  UNSUPPORTED_MEDIA_TYPE:
    'The body is of a type or an encoding this endpoint does not read, whatever its name says.',
  RATE_LIMITED:
    'Too much in too short a time. `Retry-After` tells how many seconds to wait, `RateLimit` and `RateLimit-Policy` what is left.',
  INTERNAL_ERROR:
    'A defect of ours. It is in our log under the `X-Request-Id` of the answer; please report that.',
  UPSTREAM_ERROR:
    'Another service that this request needs, such as a calendar, failed or answered nonsense. Try again later.',
  SERVICE_UNAVAILABLE:
    'The database cannot be reached, everything is busy, or this process is about to stop. Try again after `Retry-After` seconds.',
};

const INTRODUCTION = `# Errors

Every answer with a status of 400 or more has a JSON body of exactly two keys:

\`\`\`json
{ "error": "recipient_id: expected a positive integer", "code": "VALIDATION_ERROR" }
\`\`\`

\`error\` is a sentence for people; it may change. \`code\` is for programs; it stays. New codes may
come, so treat one you do not know by its status. \`GET /healthz\` alone adds its \`status\`.

This page is written by \`npm run docs\`.

| status | code | what it means |
|---|---|---|
`;

/** The text of `docs/errors.md`. */
export function errorsPage(): string {
  const rows = Object.entries(ERROR_STATUS).map(
    ([code, status]) => `| ${status} | \`${code}\` | ${MEANING[code as ErrorCode]} |\n`,
  );
  return INTRODUCTION + rows.join('');
}
