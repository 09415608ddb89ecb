import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { AnyEndpoint, Auth } from './endpoint.ts';
import { takesIfMatch } from './versions.ts';

const IMPLIED: Readonly<Record<Auth, readonly ErrorCode[]>> = {
  public: [],
  optional: ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN', 'RATE_LIMITED'],
  user: ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN', 'RATE_LIMITED'],
  admin: ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN', 'RATE_LIMITED'],
};
const IDEMPOTENT: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'];
/** An undeclared query parameter is refused for administrators, and by `Prefer` for all. */
const ALWAYS: readonly ErrorCode[] = ['VALIDATION_ERROR', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];

/** Every code that an endpoint can answer: its own and those of its auth, schemas and limits. */
export function errorsOf(endpoint: AnyEndpoint): Set<ErrorCode> {
  const { upload, limits, readsPeople, idempotent } = endpoint;
  const body = endpoint.body ?? endpoint.maxBodyBytes;
  return new Set<ErrorCode>([
    ...IMPLIED[endpoint.auth as Auth],
    ...(isServed(endpoint) ? (['RANGE_NOT_SATISFIABLE'] as const) : []),
    ...((body ?? upload) ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(idempotent ? IDEMPOTENT : []),
    ...(takesIfMatch(endpoint) ? (['PRECONDITION_FAILED'] as const) : []),
    ...((limits ?? readsPeople ?? upload?.limit) || isPublicRead(endpoint)
      ? (['RATE_LIMITED'] as const)
      : []),
    ...(namesRows(endpoint) ? (['NOT_FOUND'] as const) : []),
    ...(endpoint.errors ?? []),
    ...ALWAYS,
  ]);
}

/** Whether a row that the request names can be missing, or be of another conference than those of the key. */
const namesRows = ({ path, conferences, toleratesMissing }: AnyEndpoint): boolean =>
  typeof conferences === 'function' || (path.includes(':') && !toleratesMissing);

/**
 * Whether an endpoint counts toward the limit of public reads: its data is public, it has no other
 * limit, and it is not a file of a store.
 */
export const isPublicRead = (endpoint: AnyEndpoint): boolean => {
  const { method, auth, limits, readsPeople, holdsProfiles } = endpoint;
  const isPublic = method === 'get' && (auth === 'public' || auth === 'optional');
  return isPublic && !limits && !readsPeople && !holdsProfiles && !isServed(endpoint);
};

/** Whether a response body is text or a stream of another media type than JSON. */
export const isDocument = (schema: z.ZodType): boolean => schema.meta()?.mediaType !== undefined;

/** `application/json`, or the media type of `stream()` or `document()`. */
export const mediaTypeOf = (schema: z.ZodType): string =>
  String(schema.meta()?.mediaType ?? 'application/json');

/** The schema of the JSON that a `streamedList()` sends, which is not parsed on its way out. */
export const streamedJsonOf = (schema: z.ZodType): z.ZodType | undefined => {
  const streamed = schema.meta()?.streamed;
  return streamed instanceof z.ZodType ? streamed : undefined;
};

/** As `mediaTypeOf`, for a file of one of several media types. */
export function mediaTypesOf(schema: z.ZodType): readonly string[] {
  const several = schema.meta()?.mediaTypes;
  return Array.isArray(several) ? several.map(String) : [mediaTypeOf(schema)];
}

/** Whether an answer is a file of `served()`, of which a client can read one range. */
export const isServed = (endpoint: AnyEndpoint): boolean =>
  Object.values(endpoint.responses as Record<string, z.ZodType>).some(
    (schema) => schema.meta()?.mediaTypes !== undefined,
  );

/** The schema of each media type of `inForms()`; otherwise the schema itself. */
export function formsOf(schema: z.ZodType): readonly z.ZodType[] {
  if (!(schema instanceof z.ZodUnion)) return [schema];
  const forms = schema.options.filter((form) => form instanceof z.ZodType);
  return forms.some(isDocument) ? forms : [schema];
}
