import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { AnyEndpoint, Auth } from './endpoint.ts';

const IMPLIED: Readonly<Record<Auth, readonly ErrorCode[]>> = {
  public: [],
  optional: ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN', 'RATE_LIMITED'],
  user: ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN', 'RATE_LIMITED'],
  admin: ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN', 'RATE_LIMITED'],
};
const IDEMPOTENT: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_KEY_IN_USE',
];
const ALWAYS: readonly ErrorCode[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];

/** Every code an endpoint may answer: its own, those of its auth, its schemas and its limits. */
export function errorsOf(endpoint: AnyEndpoint): Set<ErrorCode> {
  const { params, query, headers, body, upload, limits, idempotent } = endpoint;
  return new Set<ErrorCode>([
    ...IMPLIED[endpoint.auth as Auth],
    ...((params ?? query ?? headers ?? body ?? upload) ? (['VALIDATION_ERROR'] as const) : []),
    ...((body ?? upload) ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(idempotent ? IDEMPOTENT : []),
    ...(limits ? (['RATE_LIMITED'] as const) : []),
    ...(endpoint.errors ?? []),
    ...ALWAYS,
  ]);
}

/** Whether an answer is a text or a stream of its own media type, and not JSON. */
export const isDocument = (schema: z.ZodType): boolean => schema.meta()?.mediaType !== undefined;

/** `application/json`, or what `stream()` or `document()` said. */
export const mediaTypeOf = (schema: z.ZodType): string =>
  String(schema.meta()?.mediaType ?? 'application/json');

/** The schema of each form that `inForms()` gives an answer. */
export function formsOf(schema: z.ZodType): readonly z.ZodType[] {
  if (!(schema instanceof z.ZodUnion)) return [schema];
  const forms = schema.options.filter((form) => form instanceof z.ZodType);
  return forms.some(isDocument) ? forms : [schema];
}
