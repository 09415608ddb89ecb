import { readFileSync } from 'node:fs';
import { type RequiredScope, SCOPES, type Scope } from '../../src/domain/administration/scopes.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aKey } from '../support/api-keys.ts';
import { declaredEndpoints } from '../support/endpoints.ts';
import { operationsPage } from '../support/operations-page.ts';

const ALL = Object.keys(SCOPES) as readonly Scope[];
const ENDPOINTS = declaredEndpoints().filter(({ auth }) => auth === 'admin');
/** They limit fields of answers, not endpoints. */
const OF_FIELDS: readonly Scope[] = ['people:contacts'];

interface Attempt {
  readonly scopes: readonly Scope[];
  readonly query?: string;
}

const scopesOf = ({ scope }: { scope?: RequiredScope }) => [scope ?? []].flat();

describe('the scopes of endpoints for administrators', () => {
  test.each(ENDPOINTS.map((one) => [one.name, one] as const))(
    '%s declares its scopes',
    (_, one) => {
      const declared = scopesOf(one);
      expect(declared).not.toEqual([]);
      const words = one.exportScope ? [...declared, one.exportScope] : declared;
      expect(words.filter((word) => word !== 'any' && !Object.hasOwn(SCOPES, word))).toEqual([]);
    },
  );

  test('a GET needs no scope of changes, and no change is allowed by a scope of reading', () => {
    // Who may list keys may change them: the list tells what each opens.
    const reading = /:(read|open|export|secrets|manage)$/;
    const isReadOnly = (words: readonly string[]) =>
      words.every((word) => word === 'any' || reading.test(word));
    const wrong = ENDPOINTS.filter(
      (one) =>
        (one.method === 'get' && !isReadOnly(scopesOf(one))) ||
        (one.method !== 'get' && scopesOf(one).some((word) => /:(read|open|export)$/.test(word))),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('every scope allows something', () => {
    const used = new Set(
      ENDPOINTS.flatMap((one) => [...scopesOf(one), ...(one.exportScope ? [one.exportScope] : [])]),
    );
    const unused = Object.keys(SCOPES).filter((scope) => !used.has(scope as Scope));
    expect(unused).toEqual(OF_FIELDS);
  });

  test('an endpoint whose format can be a file has a scope of exports', () => {
    const files = ENDPOINTS.filter(({ download }) => download);
    expect(files.map(({ name }) => name)).toContain('listAdminFeedback');
    // The stage needs its questions as a file, and has read each of them: the page lists no third scope.
    for (const one of files.filter(({ name }) => name !== 'listAdminQuestions')) {
      expect([...scopesOf(one), one.exportScope].some((word) => word?.endsWith(':export'))).toBe(
        true,
      );
    }
  });
});

describe('a stored key', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  /** The answer to a request whose path and body may be wrong: authentication comes before both. */
  async function call(one: AnyEndpoint, { scopes, query = '' }: Attempt): Promise<Response> {
    const { secret } = await aKey(api.db, { scopes });
    const path = one.path.replace(/:\w+/g, '999999');
    return fetch(`${api.url}/api/v1${path}${query}`, {
      method: one.method.toUpperCase(),
      headers: { 'X-API-Key': secret, 'Content-Type': 'text/plain' },
      ...(one.method !== 'get' && { body: 'no JSON' }),
    });
  }

  test.each(
    ENDPOINTS.filter(({ scope }) => scope !== 'any').map((one) => [one.name, one] as const),
  )('%s is refused with all scopes but its own, and not with its own only', async (_, one) => {
    const needed = scopesOf(one) as readonly Scope[];
    for (const missing of needed) {
      const others = ALL.filter((scope) => scope !== missing);
      const refused = await call(one, { scopes: others });
      expect(await refused.json()).toEqual({ error: 'Forbidden', code: 'FORBIDDEN' });
      expect(refused.headers.get('WWW-Authenticate')).toContain(`scope="${missing}"`);
    }
    expect((await call(one, { scopes: needed })).status).not.toBe(403);
  });

  test.each(
    ENDPOINTS.filter(({ exportScope }) => exportScope).map((one) => [one.name, one] as const),
  )('%s as a file is refused without the scope of exports', async (_, one) => {
    const query = '?format=csv';
    const others = ALL.filter((scope) => scope !== one.exportScope);
    expect((await call(one, { scopes: others, query })).status).toBe(403);
    const own = [...scopesOf(one), one.exportScope] as readonly Scope[];
    expect((await call(one, { scopes: own, query })).status).not.toBe(403);
  });

  it('opens what docs/administration-operations.md says (after a change: npm run generate)', async () => {
    const page = await operationsPage(api);
    expect(page).toBe(readFileSync('docs/administration-operations.md', 'utf8'));
  });
});
