import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { jsonSchemaOf } from '../../src/http/json-schemas.ts';
import { DEAREST, type Dearest } from './parameters.ts';

/** A GET with one of its declared queries. */
export interface Call {
  /** The name of the endpoint. */
  readonly name: string;
  /** `GET /users`. */
  readonly title: string;
  readonly auth: AnyEndpoint['auth'];
  /** With its query, below /api/v1. */
  readonly target: string;
  readonly hasPages: boolean;
  readonly hasCursor: boolean;
  readonly answers: number;
  readonly isEndless: boolean;
}

/** The largest page that lists give. */
export const LIMIT = 100;

/**
 * Every GET in every `sort` that it has, and with each of its declared queries.
 * @throws Error naming the GETs without declared parameters, and the declarations without a GET
 */
export function callsOf(
  endpoints: readonly AnyEndpoint[],
  declared: Readonly<Record<string, Dearest>> = DEAREST,
): Call[] {
  const gets = endpoints.filter(({ method }) => method === 'get');
  const missing = gets.filter(({ name }) => !Object.hasOwn(declared, name));
  if (missing.length > 0) {
    const names = missing.map(({ name, path }) => `${name} (GET ${path})`).join(', ');
    throw new Error(`bench/dearest/parameters.ts has no parameters of ${names}`);
  }
  const unknown = Object.keys(declared).filter((name) => !gets.some((get) => get.name === name));
  if (unknown.length > 0) {
    throw new Error(`bench/dearest/parameters.ts names ${unknown.join(', ')}, which is no GET`);
  }
  return gets.flatMap((get) => callsOfOne(get, declared[get.name] ?? {}));
}

function callsOfOne(get: AnyEndpoint, { at = {}, queries = [], ...dearest }: Dearest): Call[] {
  const parameters = parametersOf(get);
  const { name, auth } = get;
  const path = get.path.replace(/:(\w+)/g, (_, parameter: string) => {
    const value = at[parameter];
    if (value === undefined)
      throw new Error(`${name}: no value of the path parameter ${parameter}`);
    return encodeURIComponent(value);
  });
  const about = {
    name,
    auth,
    title: `GET ${get.path}`,
    hasPages: 'page' in parameters,
    hasCursor: 'cursor' in parameters,
    answers: dearest.answers ?? 200,
    isEndless: dearest.isEndless ?? false,
  };
  const sorts = (parameters.sort?.enum ?? []).map((sort) => {
    const beside = dearest.besideSorts?.[sort.replace('-', '')];
    return `sort=${sort}${beside ? `&${beside}` : ''}`;
  });
  const limit = 'limit' in parameters ? `limit=${LIMIT}` : '';
  return ['', ...sorts, ...queries].map((query) => {
    refuseUnknown(name, new URLSearchParams(query), parameters);
    const parts = [limit, query].filter((part) => part !== '');
    return { ...about, target: parts.length > 0 ? `${path}?${parts.join('&')}` : path };
  });
}

/** @throws Error for a declared query parameter that the endpoint no longer has */
function refuseUnknown(name: string, query: URLSearchParams, parameters: object): void {
  const unknown = [...query.keys()].find((key) => !(key in parameters));
  if (unknown !== undefined) throw new Error(`${name}: has no query parameter ${unknown}`);
}

/** The query parameters of an endpoint, by name. */
function parametersOf({ query }: AnyEndpoint): Record<string, { readonly enum?: string[] }> {
  if (!query) return {};
  const { properties = {} } = jsonSchemaOf(query, 'input', {});
  return properties as Record<string, { enum?: string[] }>;
}
