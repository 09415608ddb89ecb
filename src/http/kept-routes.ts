import { parse } from 'node:querystring';
import type { z } from 'zod';
import { baseOf } from './check.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { named } from './unknown-fields.ts';

/** The pattern of each parameter of a kept path; another spelling takes the usual way. */
const SEGMENTS: Readonly<Record<string, RegExp>> = {
  ':id': /^\d{1,15}$/,
  ':conference_id': /^\d{1,15}$/,
  ':id.ics': /^\d{1,15}\.ics$/,
  ':slug': /^[a-z0-9-]{1,200}$/,
};
const PREFIX = '/api/v1';
/** A longer parameter is not a page that other clients request, too. */
const MAX_KEY = 500;

/** An endpoint whose answers are kept; with optional credentials, only the anonymous ones. */
export interface KeptEndpoint extends AnyEndpoint {
  readonly kept: NonNullable<AnyEndpoint['kept']>;
}

interface Route {
  readonly endpoint: KeptEndpoint;
  readonly segments: readonly (string | RegExp)[];
  /** The declared query parameters, in order. */
  readonly names: readonly string[];
}

export interface KeptRequest {
  readonly endpoint: KeptEndpoint;
  /** The path, and the declared query parameters in the order of their declaration. */
  readonly key: string;
  /** The names of undeclared query parameters, for the header of this one request. */
  readonly unknown: readonly string[];
}

/** Recognizes the requests whose answers are kept. */
export class KeptRoutes {
  /** By the number of segments. */
  readonly #routes: ReadonlyMap<number, readonly Route[]>;

  /** @throws Error for an endpoint whose answers must not be kept, which is a defect */
  constructor(endpoints: readonly AnyEndpoint[]) {
    this.#routes = Map.groupBy(
      endpoints.filter(isKept).map(routeOf),
      ({ segments }) => segments.length,
    );
  }

  /** Undefined for every other path, and with a declared parameter that is repeated. */
  find(url: string): KeptRequest | undefined {
    const at = url.indexOf('?');
    const path = at < 0 ? url : url.slice(0, at);
    if (!path.startsWith(PREFIX)) return undefined;
    const segments = path.slice(PREFIX.length).split('/');
    const route = this.#routes
      .get(segments.length)
      ?.find((one) => one.segments.every((segment, index) => fits(segment, segments[index] ?? '')));
    if (!route) return undefined;
    const query = at < 0 ? NO_QUERY : queryOf(url.slice(at + 1), route.names);
    if (!query || path.length + query.key.length > MAX_KEY) return undefined;
    return { endpoint: route.endpoint, key: path + query.key, unknown: query.unknown };
  }
}

const fits = (segment: string | RegExp, given: string): boolean =>
  typeof segment === 'string' ? segment === given : segment.test(given);

const isKept = (endpoint: AnyEndpoint): endpoint is KeptEndpoint => endpoint.kept !== undefined;

function routeOf(endpoint: KeptEndpoint): Route {
  const { name, method, path, auth, holdsProfiles, readsPeople, limits, headers } = endpoint;
  if (method !== 'get' || (auth !== 'public' && auth !== 'optional') || endpoint.knowsSender) {
    throw new Error(`${name}: only public answers to GET can be kept`);
  }
  if (holdsProfiles || readsPeople || limits || headers) {
    throw new Error(`${name}: an answer with profiles, limits or own headers cannot be kept`);
  }
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment;
    const pattern = SEGMENTS[segment];
    if (!pattern) throw new Error(`${name}: no pattern for ${segment} of a kept path`);
    return pattern;
  });
  return { endpoint, segments, names: namesOf(endpoint.query) };
}

const namesOf = (query: z.ZodType | undefined): readonly string[] =>
  query && 'shape' in query ? Object.keys(query.shape as object) : [];

type KeptQuery = Pick<KeptRequest, 'key' | 'unknown'>;
const NO_QUERY: KeptQuery = { key: '', unknown: [] };

/**
 * Parses a query as Express and `checkQuery` do: undeclared parameters have no effect. Undefined
 * for a query that takes the usual way.
 */
function queryOf(text: string, names: readonly string[]): KeptQuery | undefined {
  if (!isWellEncoded(text)) return undefined;
  const query = parse(text);
  const undeclared = Object.keys(query).filter((name) => !names.includes(name));
  if (undeclared.some((name) => names.includes(baseOf(name)))) return undefined;
  const inOrder: string[] = [];
  for (const name of names) {
    const value = query[name];
    if (Array.isArray(value)) return undefined;
    if (value !== undefined) inOrder.push(`${name}=${encodeURIComponent(value)}`);
  }
  return { key: inOrder.length > 0 ? `?${inOrder.join('&')}` : '', unknown: named(undeclared) };
}

function isWellEncoded(text: string): boolean {
  try {
    if (text.includes('%')) decodeURIComponent(text);
    return text.isWellFormed();
  } catch {
    return false;
  }
}
