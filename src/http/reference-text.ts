/** The introduction of the API reference, in Markdown. */
export const REFERENCE_TEXT = `The backend of conferences and networking: a mini app inside a messenger, a dashboard for
organizers, and partners use this one HTTP JSON API. All paths are below \`/api/v1\`, except
\`GET /healthz\`.

## Sign in

| caller | send | where it comes from |
|---|---|---|
| user | \`X-Messenger-Auth: <launch data>\` | the messenger hands it to the mini app; valid for a day by default |
| user | \`Authorization: Bearer <token>\` | [\`POST /auth/login\`](#/Authentication/signIn); renew it with [\`POST /auth/refresh\`](#/Authentication/refreshToken) before it expires |
| administrator | \`X-API-Key: <key>\` | the operator of the service |
| administrator | \`Authorization: Bearer <token>\` | [\`POST /admin/auth/token\`](#/Authentication/signInAdmin) |
| administrator | a cookie, from pages of this service only | [\`POST /admin/session\`](#/Authentication/startAdminSession) |

The first request with launch data creates the user. With a bearer token and launch data, the token
counts, and both must name the same user. Where credentials are optional, a request without any is
anonymous, and one with wrong ones is refused.

## Lists and pages

A list answers \`{ "data": [...], "pagination": {...} }\`. \`limit\` is 1 to 100, 20 by default.

- **By number:** \`page\` counts from 1; \`pagination\` has \`total\` and \`pages\`. \`total\` is exact up to
  1,000, for administrators without \`q\` up to 10,000; a longer list answers that number with
  \`total_is_exact: false\`. At most 100,000 rows may precede the page.
- **By cursor**, on large lists: send \`next_cursor\` of the last answer as \`cursor\`, until it is
  \`null\`. A cursor page has no \`page\`, \`total\` and \`pages\`, and skips no row when others are added.

## Changes since the last time

Agendas and the public lists of events, conferences and speakers answer \`as_of\`. Send it as
\`updated_since\` with the next request: the answer holds the rows that changed, \`gone\` (ids that
may have left the list) and the next \`as_of\`. Attendee counts change without counting as a change.
The \`ETag\` ignores \`as_of\`: after 304, keep the older one. You may receive a change twice, but
never miss one.

## Reads that may be late

Where the service has a replica of its database, lists of people, connections, notifications and your own
attendances, quests and points, and profiles, may be up to a second old, also after a block. They always
have what you wrote yourself, if your requests reach the same process.

## Conditional GET

Answers that a client may keep have an \`ETag\`. Send it as \`If-None-Match\`: 304 without a body means
that your copy is current. \`Cache-Control\` says who may keep an answer.

## Edits of organizers

A resource that organizers edit has a \`version\`, and its \`ETag\` for administrators is
\`"<id>.<version>"\`. Send it as \`If-Match\` with PUT, PATCH or DELETE: if another organizer has
edited the resource in the meantime, the answer is 412 \`PRECONDITION_FAILED\` with the \`current\`
resource, and nothing changes. Without \`If-Match\`, the last edit counts.

## Errors

Every status from 400 has a body of exactly two keys; 412 has \`current\` too:

\`\`\`json
{ "error": "recipient_id: expected a positive integer", "code": "VALIDATION_ERROR" }
\`\`\`

With \`Accept: application/problem+json\` an error is one of RFC 9457, of that content type: \`type\`,
\`title\`, \`status\`, \`detail\` (the sentence), \`code\`, and \`errors\`: all that is wrong, each with \`field\`
(null for the whole), \`code\` and \`params\`, as \`{ "field": "name", "code": "too_long", "params": { "max": 200 } }\`.

\`error\` is a sentence for people and may change. \`code\` is for programs and stays. Each endpoint
lists its codes. Two more are the same everywhere: 404 \`ROUTE_NOT_FOUND\` for an unknown path, and 405
\`METHOD_NOT_ALLOWED\`, whose \`Allow\` header lists the methods of the path. Treat a code that you do
not know by its status.

A field of a body or a parameter that the service does not know is ignored, and named in
\`X-Unknown-Fields\`. Send \`Prefer: handling=strict\` in development, and it is refused. Endpoints
below \`/admin\` always refuse an unknown parameter.

Every answer has \`X-Request-Id\`. Send your own (up to 128 letters, digits, \`.\`, \`_\` and \`-\`) to find
a request in the log of the service.

## Images and videos

Send one file as \`multipart/form-data\` in the field \`file\`; the answer has its \`url\`. A request that is
too large, over your quota or not allowed is refused before its file is received, so send
\`Content-Length\`, and \`Expect: 100-continue\` if your client can. At most 3 of your uploads run at once,
each with at least 16 KiB per second. A process decodes two images at once, and users take turns: your
images do not wait behind those of one other user.

| image | at most |
|---|---|
| every image | 10 MiB, 50 megapixels, 16,383 pixels a side |
| animated GIF or WebP | 12 megapixels over all frames, 60 frames; a transparent WebP 6 megapixels |
| AVIF | 1.5 MiB, 12.5 megapixels with its alpha plane; one frame, not composed of others (\`grid\`) |
| progressive JPEG | a third of these megapixels |
| CMYK | an eighth |
| interlaced PNG; AVIF of more than 8 bits; a color profile, except in JPEG | half for each |
| PNG of 16 bits; a color profile over 16 KiB | a quarter for each |
| PNG and WebP | 20,000 chunks; of PNG 20 compressed texts and profiles |

A URL never changes its content: caches may keep it for 30 days, also
after the file is deleted.

## Rate limits

A request over a limit answers 429 with \`Retry-After\` in seconds. \`RateLimit-Policy\` and \`RateLimit\`
show the limit and what is left of it. By default, per minute: 600 requests per user, with launch data or a token, whose
answers name the limit only when it refuses them, 300 of them with launch data; 10 failed sign-ins per address; 30 sign-ins per user; 120 reads of other
people per user, and 600 per address of anonymous callers, see below; 3,000 reads of conferences, events, agendas,
speakers and quests per user, or per address of anonymous callers, whose answers name the limit only
when it refuses them; 3,000 requests per API key, with the key or its tokens; 20 wrong API keys per address; 30 uploads per user;
1,200 loads of this document and of the pages per address. In an hour: 10 exports per user. In ten minutes: 5 feedback messages per user, or 300 per address of anonymous senders; 300 megapixels of decoded images per
user, counted in kilopixels (\`decoded-kilopixels\`) once the header of an image is read. An image over
that limit counts as well.

A read of other people counts once. A first page, or a page by number, of a search of users or attendees
(\`q\`) counts 10 times if one of its words has three letters or more and does not begin with \`@\`,
since it may turn to similar words; so does each page of similar words. Another search counts 3 times
at a conference or with an \`interest\`. Only 3 searches of a process run at once, and 2 of one user, API key or address of
anonymous callers. A search that waits for 1 s, or takes too long, answers 503 with \`Retry-After\`.

## Compatibility

Within \`/api/v1\` there are only additions: endpoints, optional parameters, fields, values of an
enumeration and error codes. Ignore fields and values that you do not know.
`;
