import {
  type AdminSession,
  endOfSession,
  isRunning,
  isToBeNoted,
} from '../../../src/domain/administration/admin-sessions.ts';
import {
  type Administrator,
  type Granted,
  missingScope,
  ownerOf,
} from '../../../src/domain/administration/administrators.ts';
import {
  checkOwnerLeft,
  endingOwner,
  isValid,
  type KeyRights,
  validHashes,
  yearAfter,
} from '../../../src/domain/administration/api-keys.ts';
import {
  checkSeesContacts,
  isContactField,
  seesContacts,
} from '../../../src/domain/administration/contacts.ts';
import {
  areWithin,
  checkActsFor,
  checkCovers,
  isScope,
  narrowed,
} from '../../../src/domain/administration/grants.ts';
import { insufficientScope } from '../../../src/errors.ts';

const NOW = '2030-05-01T09:00:00.000Z';
const now = new Date(NOW);
const EARLIER = '2030-05-01T08:59:59.999Z';
const LATER = '2030-05-01T09:00:00.001Z';

describe('a session', () => {
  const session = { ends_at: LATER, ended_at: null, last_seen_at: NOW } as AdminSession;

  it.each([
    ['two hours after its last request', '2030-05-01T00:00:00.000Z', '2030-05-01T11:00:00.000Z'],
    ['fourteen hours after its start', '2030-04-30T20:00:00.000Z', '2030-05-01T10:00:00.000Z'],
  ])('ends %s', (_what, startedAt, end) => {
    expect(endOfSession({ startedAt: new Date(startedAt), now }).toISOString()).toBe(end);
  });

  it.each([
    [{}, true],
    [{ ends_at: NOW }, false],
    [{ ended_at: EARLIER }, false],
  ])('with %j runs: %p', (fields, runs) => {
    expect(isRunning({ ...session, ...fields }, now)).toBe(runs);
  });

  it.each([
    ['2030-05-01T08:59:00.000Z', true],
    ['2030-05-01T08:59:00.001Z', false],
  ])('that was seen at %s is noted: %p', (last_seen_at, isNoted) => {
    expect(isToBeNoted({ ...session, last_seen_at }, now)).toBe(isNoted);
  });
});

describe('an API key', () => {
  const key = { revoked_at: null, disabled_at: null, expires_at: null } as KeyRights;

  it.each([
    [{}, true],
    [{ expires_at: LATER }, true],
    [{ expires_at: NOW }, false],
    [{ revoked_at: EARLIER }, false],
    [{ disabled_at: EARLIER }, false],
  ])('with %j is valid: %p', (fields, valid) => {
    expect(isValid({ ...key, ...fields }, now)).toBe(valid);
  });

  it('opens with each secret that has not ended', () => {
    const secrets = [
      { hash: 'new', expires_at: null },
      { hash: 'old', expires_at: LATER },
      { hash: 'ended', expires_at: NOW },
    ];
    expect(validHashes({ ...key, secrets }, now)).toEqual(['new', 'old']);
  });

  it('ends within a year', () => {
    expect(yearAfter(now).toISOString()).toBe('2031-05-01T09:00:00.000Z');
    expect(now.toISOString()).toBe(NOW);
  });
});

describe('the owner keys', () => {
  const owner = (expires_at: string | null, id = 1) => ({ id, public_id: `k${id}`, expires_at });
  const soon = '2030-05-31T09:00:00.000Z';

  it.each([
    ['of which there was none', [], [], true],
    ['of which the last one stays', [owner(LATER)], [owner(LATER)], true],
    ['of which the last one ends later', [owner(NOW)], [owner(LATER)], true],
    ['of which the last one ends no more', [owner(NOW)], [owner(null)], true],
    ['of which the last one ends earlier', [owner(LATER)], [owner(NOW)], false],
    ['of which the last one ends at all', [owner(null)], [owner(LATER)], false],
    ['of which the last one is gone', [owner(null)], [], false],
    ['of which one of two is left', [owner(null), owner(null, 2)], [owner(LATER, 2)], true],
    ['of which two are left of one', [owner(null)], [owner(LATER), owner(NOW, 2)], true],
  ])('%s may change: %#', (_what, before, after, may) => {
    const check = () => checkOwnerLeft(before, after);
    if (may) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ errors: [{ field: null, code: 'last_owner', params: {} }] }),
      );
  });

  it.each([
    [[owner(soon)], 1],
    [[owner('2030-05-31T09:00:00.001Z')], undefined],
    [[owner(null)], undefined],
    [[owner(null), owner(NOW, 2)], undefined],
    [[], undefined],
  ])('%j end soon with the key %p', (keys, id) => {
    expect(endingOwner(keys, now)?.id).toBe(id);
  });
});

it.each([
  [null, 'k1'],
  [5, 'administrator 5'],
])('what the key k1 of the administrator %p makes belongs to %s', (administrator_id, owner) => {
  expect(ownerOf({ key: 'k1', administrator_id } as Administrator)).toBe(owner);
});

it.each<[Granted[], string | undefined]>([
  [['*'], undefined],
  [['media:read', 'audit:read'], undefined],
  [['media:read'], 'audit:read'],
  [[], 'media:read'],
])('of the grants %j, a need of two scopes lacks %p', (granted, missing) => {
  expect(missingScope(granted, ['media:read', 'audit:read'])).toBe(missing);
});

describe('contacts', () => {
  it.each<[Granted[], boolean]>([
    [['*'], true],
    [['people:contacts'], true],
    [['people:read'], false],
  ])('are seen with %j: %p', (scopes, sees) => {
    expect(seesContacts({ scopes })).toBe(sees);
    const check = () => checkSeesContacts({ scopes });
    if (sees) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });

  it.each(['contact', 'email', 'messenger_id', 'messenger_ids', 'phone', 'username'])(
    'are in the field %s',
    (field) => {
      expect(isContactField(field)).toBe(true);
      expect(isContactField(`${field}_at`)).toBe(false);
    },
  );
});

describe('grants', () => {
  it.each<[Granted[], string[] | undefined, Granted[]]>([
    [['*'], undefined, ['*']],
    [['*'], ['media:read', 'unknown'], ['media:read']],
    [['media:read', 'audit:read'], ['audit:read', 'media:write'], ['audit:read']],
    [['media:read'], [], []],
    [['media:read'], ['*'], []],
  ])('of %j for a token that claims %j are %j', (granted, claimed, left) => {
    expect(narrowed(granted, claimed)).toEqual(left);
  });

  it.each([
    [[1, 2], [1, 2, 3], true],
    [[1, 4], [1, 2, 3], false],
    [[1], null, true],
    [null, null, true],
    [null, [1], false],
  ])('in the conferences %j are within %j: %p', (ids, others, within) => {
    expect(areWithin(ids, others)).toBe(within);
  });

  it.each<[string, Granted[], Granted[], number[] | null, string | undefined]>([
    ['fewer scopes', ['media:read', 'audit:read'], ['audit:read'], [1], undefined],
    ['everything of an owner', ['*'], ['*'], [1], undefined],
    ['one scope of an owner', ['*'], ['audit:read'], [1], undefined],
    ['everything', ['media:read'], ['*'], [1], '*'],
    ['another scope', ['media:read'], ['media:read', 'audit:read'], [1], 'audit:read'],
    ['all conferences', ['media:read'], ['media:read'], null, ''],
  ])('cover %s: %#', (_what, own, scopes, conference_ids, missing) => {
    const check = () =>
      checkCovers({ scopes: own, conference_ids: [1, 2] }, { scopes, conference_ids });
    if (missing === undefined) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ headers: missing ? insufficientScope(missing).headers : {} }),
      );
  });

  it.each<[Granted[], number | null, number | null, boolean]>([
    [['keys:manage'], 5, 5, true],
    [['keys:manage'], 5, null, true],
    [['keys:manage'], 5, 6, false],
    [['keys:manage'], null, 6, false],
    [['*'], 5, 6, true],
  ])('of %j and the administrator %p act for %p: %p', (scopes, administrator_id, other, may) => {
    const check = () => checkActsFor({ scopes, administrator_id }, other);
    if (may) expect(check).not.toThrow();
    else
      expect(check).toThrow(expect.objectContaining({ headers: insufficientScope('*').headers }));
  });

  it('are scopes, except for everything', () => {
    expect((['media:read', '*'] as const).map(isScope)).toEqual([true, false]);
  });
});
