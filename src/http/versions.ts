import type { Request } from 'express';
import type { ExpectedVersions } from '../domain/versions.ts';
import { AppError, invalid } from '../errors.ts';
import { parseAnswer } from './compiled-schemas.ts';
import type { AnyEndpoint } from './endpoint.ts';

const ENTITY_TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
/** A proxy that compresses an answer may weaken its ETag or name the encoding in it. */
const VERSION = /^(\d{1,16})\.(\d{1,10})(?:-(?:gzip|br|zstd))?$/;

/** Whether an endpoint compares `If-Match` with the version of its resource. */
export const takesIfMatch = ({ versioned, method }: AnyEndpoint): boolean =>
  versioned !== undefined && method !== 'get';

/** Whether answers of an endpoint have the version of their resource as an ETag. */
export const hasVersionTag = ({ versioned, method }: AnyEndpoint): boolean =>
  versioned !== undefined && method !== 'delete';

/**
 * The versions that `If-Match` names of the resource of a request; undefined for any version. A tag
 * of another resource names none.
 *
 * @throws AppError VALIDATION_ERROR naming the header
 */
export function expectedVersions(endpoint: AnyEndpoint, req: Request): ExpectedVersions {
  const header = req.headers['if-match']?.trim();
  if (!takesIfMatch(endpoint) || header === undefined || header === '*') return undefined;
  const tags = [...header.matchAll(ENTITY_TAG)];
  // The tags may contain commas. A list may have empty elements.
  const elements = header.replaceAll(ENTITY_TAG, '""').split(',');
  const isList = elements.every((element) => ['', '""'].includes(element.trim()));
  if (tags.length === 0 || !isList) {
    throw invalid(
      'If-Match',
      'expected the ETag of the resource, as "42.3", several, or *',
      'format',
      { format: 'etag' },
    );
  }
  const id = resourceId(endpoint, req);
  return tags.flatMap(([, tag = '']) => {
    const [, of, version] = VERSION.exec(tag) ?? [];
    return of === id ? [Number(version)] : [];
  });
}

/** The ETag of an answer that shows a resource with a version, as a header. */
export function versionTag(
  endpoint: AnyEndpoint,
  req: Request,
  answer: unknown,
): { readonly ETag?: string } {
  if (!hasVersionTag(endpoint) || typeof answer !== 'object' || answer === null) return {};
  const version = 'version' in answer ? answer.version : undefined;
  return typeof version === 'number' ? { ETag: `"${resourceId(endpoint, req)}.${version}"` } : {};
}

/** The error with its `current` resource as the reference declares it. */
export function withDeclaredCurrent(error: unknown, { versioned }: AnyEndpoint): unknown {
  if (!(error instanceof AppError) || error.current === undefined) return error;
  const current = versioned && parseAnswer(versioned, error.current);
  return new AppError(error.code, error.message, { current, cause: error });
}

/** The id of the resource in the path, which is its last parameter. */
function resourceId({ path }: AnyEndpoint, { params }: Request): string {
  const last = path.split('/').findLast((segment) => segment.startsWith(':')) ?? '';
  return String(params[last.slice(1)]);
}
