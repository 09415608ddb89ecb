import { contentHash } from '../../../src/domain/messaging/broadcasts.ts';
import { isStored, mentionsIn } from '../../../src/domain/operations/idempotency-keys.ts';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';

describe('an answer', () => {
  it.each([
    [200, true],
    [201, true],
    [400, true],
    [409, true],
    [412, false],
    [429, false],
    [500, false],
    [503, false],
  ])('with status %i is stored: %s', (status, expected) => {
    expect(isStored(status)).toBe(expected);
  });

  it.each([
    ['a user id', { user_id: 42 }, [42]],
    ['nested ids, each once', [{ a: { user_id: 1 } }, { b: [{ user_id: 1 }] }], [1]],
    ['lists of ids', { audience: { user_ids: [1, 2], messenger_ids: [3] } }, [1, 2, 3]],
    ['the submitter of an event', { submitted_by: 7, messenger_id: 8 }, [7, 8]],
    ['invitations below zero', { invitation_id: 5, x: { invitation_ids: [6, null] } }, [-5, -6]],
    [
      'people',
      { a: { id: 5, first_name: 'Ada' }, b: { id: '6', first_name: 'Ada' }, c: { id: 7 } },
      [5],
    ],
    ['no user', { id: 42, user_id: null, user_ids: [], total: 1, user: 'Ada' }, []],
  ])('mentions %s', (_what, answer, expected) => {
    expect(mentionsIn(JSON.stringify(answer)).toSorted()).toEqual(expected);
  });
});

describe('canonical JSON', () => {
  it('sorts the keys of every object, and leaves lists as they are', () => {
    expect(canonicalJson({ b: [{ d: 2, c: 1 }, 'x'], a: null, e: undefined })).toBe(
      '{"a":null,"b":[{"c":1,"d":2},"x"]}',
    );
  });

  it('treats special JavaScript keys like any other key', () => {
    const text = '{"__proto__":{"x":1},"constructor":2,"toString":3}';
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });
});

describe('the hash of a broadcast', () => {
  const CONTENT = {
    title: 'Doors',
    body: 'Open at nine.',
    audience: { user_ids: [2, 1], interests: ['tea'] },
    channels: ['in_app', 'messenger'] as const,
  };

  it('does not depend on the order of values', () => {
    const { title, ...rest } = CONTENT;
    const other = {
      ...rest,
      title,
      audience: { interests: ['tea'], user_ids: [1, 2, 1] },
      channels: ['messenger', 'in_app'] as const,
    };
    expect(contentHash(other)).toBe(contentHash(CONTENT));
    expect(contentHash(CONTENT)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['title', { title: 'Open at nine.', body: 'Doors' }],
    ['audience', { audience: { all: true } as const }],
    ['filter of the audience', { audience: { messenger_ids: [2, 1], interests: ['tea'] } }],
    ['channels', { channels: ['messenger'] as const }],
    ['time', { scheduled_at: '2026-05-14T09:00:00.000Z' }],
  ])('depends on the %s', (_what, given) => {
    expect(contentHash({ ...CONTENT, ...given })).not.toBe(contentHash(CONTENT));
  });
});
