import { SCOPES, type Scope } from '../../src/domain/administration/scopes.ts';
import type { RequiredScope } from '../../src/http/endpoint.ts';
import { declaredEndpoints } from '../support/endpoints.ts';

const ENDPOINTS = declaredEndpoints().filter(({ auth }) => auth === 'admin');
/** They limit fields of answers, not endpoints. */
const OF_FIELDS: readonly Scope[] = ['people:contacts'];

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
    const reading = /:(read|open|export|secrets)$/;
    const isReadOnly = (words: readonly string[]) => words.every((word) => reading.test(word));
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
    for (const one of files) {
      expect([...scopesOf(one), one.exportScope].some((word) => word?.endsWith(':export'))).toBe(
        true,
      );
    }
  });
});
