import type { z } from 'zod';
import { seesContacts } from '../domain/administration/contacts.ts';
import { insufficientScope } from '../errors.ts';
import { isFinding } from '../lib/finding-contacts.ts';
import {
  type ConferenceRows,
  checkConferenceScope,
  type ValidRequest,
} from './conference-scope-check.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** The parts of a schema as zod keeps them, whatever kind it is. */
interface Parts {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

/** The fields by which a schema finds people by contacts, as paths of the input: `audience.messenger_ids`. */
export function contactPathsIn(schema: z.ZodType | undefined, path = ''): string[] {
  if (!schema) return [];
  if (isFinding(schema)) return [path];
  const { shape = {}, element, innerType, in: before, out, options = [] } = schema.def as Parts;
  const inner = [element, innerType, before, out, ...options].flatMap((one) =>
    contactPathsIn(one, path),
  );
  const fields = Object.entries(shape).flatMap(([name, one]) =>
    contactPathsIn(one, path === '' ? name : `${path}.${name}`),
  );
  return [...new Set([...inner, ...fields])];
}

const valueAt = (input: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], input);

/** By endpoint, so that a schema is searched once. */
const knownPaths = new WeakMap<AnyEndpoint, Readonly<Record<'body' | 'query', string[]>>>();

function contactPathsOf(endpoint: AnyEndpoint) {
  const { body, query } = endpoint;
  const paths = knownPaths.get(endpoint) ?? {
    body: contactPathsIn(body),
    query: contactPathsIn(query),
  };
  knownPaths.set(endpoint, paths);
  return paths;
}

/** A request as it was sent: transforms of a schema may rename its fields. */
type Sent = Readonly<Record<'body' | 'query', unknown>>;

/**
 * Refuses what an administrator may not name: people by contacts that they do not see, and rows and
 * users outside of the conferences of their key.
 *
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function checkIdentifiers(
  endpoint: AnyEndpoint,
  request: ValidRequest,
  { sent, conferenceRows }: { readonly sent: Sent; readonly conferenceRows: ConferenceRows },
): Promise<void> {
  if (endpoint.auth !== 'admin') return;
  if (request.caller?.scopes && !seesContacts({ scopes: request.caller.scopes })) {
    const paths = contactPathsOf(endpoint);
    const finds = (place: 'body' | 'query') =>
      paths[place].some((path) => isGiven(valueAt(sent[place], path)));
    if (finds('body') || finds('query')) throw insufficientScope('people:contacts');
  }
  const user = endpoint.namesUsersInside ? [] : usersIn(sent.body);
  await checkConferenceScope(endpoint, request, { conferenceRows, user });
}

/** Null removes a link, and finds nobody. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The fields of a body that name users. */
const USER_FIELD = /^(merge_into_)?user_ids?$/;

/** The ids of users in a body as it was sent, however deep. */
export function usersIn(body: unknown): number[] {
  if (Array.isArray(body)) return body.flatMap(usersIn);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    USER_FIELD.test(name)
      ? [value]
          .flat()
          .map(Number)
          .filter((id) => Number.isSafeInteger(id) && id > 0)
      : usersIn(value),
  );
}
