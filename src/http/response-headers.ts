import type { AnyEndpoint } from './endpoint.ts';
import { isServed } from './errors-of.ts';
import type { Json } from './json-schemas.ts';
import { ignoresUndeclared, STRICT } from './undeclared-fields.ts';
import { hasVersionTag } from './versions.ts';

/** The headers of every answer, which clients need not know. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Every header of an answer that a client may read; CORS exposes exactly these. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request in the log: the one that the client sent, or a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    example: '1f0c9a52-6f5e-4c5e-9a55-2f6f3c1f7c11',
  },
  ETag: {
    description:
      'The version of this answer, for `If-None-Match`, on answers a client may cache. Of a resource that organizers edit, its id and `version`, for `If-Match`.',
    schema: { type: 'string' },
    example: 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  RateLimit: {
    description:
      'The rest of each rate limit that counted this request: `r` requests, or kilopixels of decoded images, `t` seconds until the window ends.',
    schema: { type: 'string' },
    example: '"messenger-auth"; r=299; t=60',
  },
  'RateLimit-Policy': {
    description:
      'The rate limits that counted this request: `q` requests, or kilopixels, in `w` seconds.',
    schema: { type: 'string' },
    example: '"messenger-auth"; q=300; w=60',
  },
  'WWW-Authenticate': {
    description:
      'Of 401, the credentials that the path accepts; of a signed call, the problem of its signature: `timestamp` if the call is not from the last 5 minutes by the `Date` of this answer, otherwise `signature`. Of 403 to an administrator, the scope that their key lacks.',
    schema: { type: 'string' },
    examples: {
      token: { value: 'Bearer realm="hallway", error="invalid_token"' },
      key: { value: 'Bearer realm="hallway", HallwayKey realm="hallway"' },
      signature: { value: 'HallwaySignature error="timestamp"' },
      scope: { value: 'HallwayKey error="insufficient_scope", scope="content:write"' },
    },
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored answer of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Accept-Ranges': {
    description: 'One range of bytes of this file can be requested by `Range`.',
    required: true,
    schema: { type: 'string', enum: ['bytes'] },
    example: 'bytes',
  },
  'Content-Range': {
    description: 'The bytes of this answer and the size of the file.',
    required: true,
    schema: { type: 'string' },
    example: 'bytes 0-1023/48213',
  },
  'Content-Disposition': {
    description: 'The file name of a download.',
    schema: { type: 'string' },
    example: 'attachment; filename="agenda.ics"',
  },
  'X-Unknown-Fields': {
    description:
      'The fields of the body and the query parameters that the service ignored, because it does not know them: at most 10, percent-encoded. Of the rows of a list, the first one is named.',
    schema: { type: 'string' },
    example: 'locaton, venue.naem',
  },
  'Preference-Applied': {
    description: 'The request was handled strictly, as its `Prefer` asks.',
    schema: { type: 'string', enum: [STRICT] },
    example: STRICT,
  },
} as const satisfies Record<string, Json>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Apart from `RESPONSE_HEADERS`, because browsers show it to no script. */
export const SET_COOKIE = {
  description:
    'Sets or deletes the cookie of the session: HttpOnly, SameSite=Strict, and Secure except in development.',
  schema: { type: 'string' },
  example:
    '__Host-hallway-admin=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl; Max-Age=50400; Path=/; HttpOnly; SameSite=Strict; Secure',
};

const LIMITED = ['RateLimit', 'RateLimit-Policy'] as const;
const REPLAYED = ['Idempotency-Replayed'] as const;
const UNKNOWN = ['X-Unknown-Fields', 'Preference-Applied'] as const;

export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer. While it is current, the answer is 304.',
  schema: { type: 'string' },
};

export const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the resource that this change was made from. If the resource has another version now, the answer is 412 with the `current` resource, and nothing changes. Without the header, or with `*`, any version is changed.',
  schema: { type: 'string' },
  example: '"42.3"',
};

export const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'With `handling=strict`, a field or parameter that the service does not know is refused: 400 `VALIDATION_ERROR` with its name. Meant for development. Otherwise it is ignored and named in `X-Unknown-Fields`.',
  schema: { type: 'string' },
  example: STRICT,
};

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: for 24 hours, the same request with the same key returns the first answer and runs nothing. Generate a new random value, such as a UUID, for each new request. The same key with another body is 409 `IDEMPOTENCY_KEY_REUSED`, not 422 as in the IETF draft: 422 is no status of this API, and the key is in conflict with a stored request.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '5c4e1f52-6f0e-4a0e-9d0f-8a4f6f3f2b11',
};

/** Whether answers of this endpoint can have an ETag; see `setCacheHeaders`. */
export const hasETag = ({ method, auth, holdsProfiles, conditional }: AnyEndpoint): boolean =>
  method === 'get' &&
  (conditional || (!holdsProfiles && (auth === 'public' || auth === 'optional')));

/** The headers of a successful answer. */
export function headersOf(endpoint: AnyEndpoint, status: number): Json {
  const isLimited =
    endpoint.auth !== 'public' || endpoint.limits !== undefined || endpoint.readsPeople;
  return referring([
    'X-Request-Id',
    ...(hasETag(endpoint) || hasVersionTag(endpoint) ? (['ETag'] as const) : []),
    ...(isLimited ? LIMITED : []),
    ...(endpoint.idempotent ? REPLAYED : []),
    ...(isServed(endpoint) ? (['Accept-Ranges'] as const) : []),
    ...(status === 206 ? (['Content-Range'] as const) : []),
    ...(endpoint.download ? (['Content-Disposition'] as const) : []),
    ...(endpoint.setsCookie ? (['Set-Cookie'] as const) : []),
    ...(ignoresUndeclared(endpoint) ? UNKNOWN : []),
  ]);
}

export const NOT_MODIFIED = {
  description: 'The client has the current version.',
  headers: referring(['X-Request-Id', 'ETag', ...LIMITED, 'Content-Disposition', ...UNKNOWN]),
};

/** The headers of an error answer, which endpoints of all kinds share. */
export const errorHeadersOf = (
  status: number,
  { isReplayable, isChallenged }: { isReplayable: boolean; isChallenged: boolean },
): Json =>
  referring([
    'X-Request-Id',
    ...LIMITED,
    ...UNKNOWN,
    ...(isReplayable ? REPLAYED : []),
    ...(isChallenged ? (['WWW-Authenticate'] as const) : []),
    ...(status === 416 ? (['Content-Range'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ]);

function referring(names: readonly (ResponseHeader | 'Set-Cookie')[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
