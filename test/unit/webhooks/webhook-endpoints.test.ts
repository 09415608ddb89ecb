import { keyOwnerOf } from '../../../src/domain/administration/api-keys.ts';
import {
  checkAddress,
  checkMayListen,
  coveringKeys,
  type OwnedEndpoint,
  webhookWarnings,
} from '../../../src/domain/webhooks/webhook-endpoints.ts';

const NOW = new Date('2026-05-14T09:00:00.000Z');
const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString();

type Key = OwnedEndpoint['keys'][number];
const aKey = (given: Partial<Key> = {}): Key => ({
  scopes: ['webhooks:write', 'attendees:read'],
  conference_ids: null,
  revoked_at: null,
  disabled_at: null,
  expires_at: inDays(100),
  ...given,
});
const anEndpoint = (given: Partial<OwnedEndpoint> = {}): OwnedEndpoint => ({
  id: 1,
  kinds: ['attendance.changed'],
  conference_id: 3,
  status: 'active',
  off_reason: null,
  failing_since: null,
  administrator_id: 7,
  api_key_id: null,
  keys: [aKey()],
  ...given,
});
const covers = (key: Partial<Key>, endpoint: Partial<OwnedEndpoint> = {}) =>
  coveringKeys(anEndpoint({ keys: [aKey(key)], ...endpoint }), {
    now: NOW,
    isConfigured: false,
  }).length === 1;

describe('the owner may still listen', () => {
  it.each<[string, Partial<Key>, boolean]>([
    ['by a key with all of it', {}, true],
    ['by an owner key', { scopes: ['*'] }, true],
    ['by a key of the conference', { conference_ids: [2, 3] }, true],
    ['not by a key of others', { conference_ids: [2] }, false],
    ['not without webhooks:write', { scopes: ['attendees:read', 'webhooks:read'] }, false],
    ['not without the scope of the kind', { scopes: ['webhooks:write'] }, false],
    ['not by a revoked key', { revoked_at: inDays(-1) }, false],
    ['not by one that has ended', { expires_at: inDays(0) }, false],
    ['by one that does not end', { expires_at: null }, true],
    ['not once they are disabled', { disabled_at: inDays(-1) }, false],
  ])('%s', (_, key, is) => {
    expect(covers(key)).toBe(is);
  });

  it('not by a key of some conferences, where the endpoint is of all', () => {
    expect(covers({ conference_ids: [3] }, { conference_id: null })).toBe(false);
    expect(covers({}, { conference_id: null })).toBe(true);
  });

  it('not by two keys that have it together', () => {
    const keys = [aKey({ scopes: ['webhooks:write'] }), aKey({ scopes: ['attendees:read'] })];
    const rights = { now: NOW, isConfigured: true };
    expect(coveringKeys(anEndpoint({ keys }), rights)).toEqual([]);
    expect(coveringKeys(anEndpoint({ keys: [...keys, aKey()] }), rights)).toHaveLength(1);
  });

  it('while ADMIN_API_KEY is set, if it was made with it', () => {
    const ofSettings = anEndpoint({ administrator_id: null, keys: [] });
    const keys = (isConfigured: boolean) => coveringKeys(ofSettings, { now: NOW, isConfigured });
    expect(keys(true)).toMatchObject([{ scopes: ['*'] }]);
    expect(keys(false)).toEqual([]);
    const ofMachine = anEndpoint({ administrator_id: null, api_key_id: 9, keys: [] });
    expect(coveringKeys(ofMachine, { now: NOW, isConfigured: true })).toEqual([]);
  });
});

describe('a warning', () => {
  const warnings = (given: Partial<OwnedEndpoint>) =>
    webhookWarnings([anEndpoint({ id: 5, ...given })], { now: NOW, isConfigured: true });

  it.each<[string, readonly Key[], boolean]>([
    ['none is left', [], false],
    ['the last one ends in 30 days', [aKey({ expires_at: inDays(30) })], true],
    ['it ends in 31 days', [aKey({ expires_at: inDays(31) })], false],
    ['another one follows', [aKey({ expires_at: inDays(3) }), aKey()], false],
    ['the other one may not', [aKey({ expires_at: inDays(3) }), aKey({ scopes: [] })], true],
    ['it does not end', [aKey({ expires_at: null })], false],
  ])('comes before the end of a key: %s', (_, keys, is) => {
    const expected = is ? [{ kind: 'webhook_ends', ids: [5] }] : [];
    expect(warnings({ keys })).toMatchObject(expected);
    expect(warnings({ keys })).toHaveLength(expected.length);
  });

  it.each([
    ['gone', true],
    ['failing', true],
    ['owner_gone', true],
    ['by_hand', false],
  ] as const)('names an endpoint that is off: %s, %s', (off_reason, is) => {
    const off = { status: 'off', off_reason, keys: [aKey({ expires_at: inDays(3) })] } as const;
    expect(warnings(off).map(({ kind }) => kind)).toEqual(is ? ['webhook_off'] : []);
  });

  it('does not come for what the settings own', () => {
    expect(warnings({ administrator_id: null, keys: [] })).toEqual([]);
  });
});

it.each([
  [
    { administrator_id: 7, api_key_id: 9 },
    { administrator_id: 7, api_key_id: null },
  ],
  [
    { administrator_id: null, api_key_id: 9 },
    { administrator_id: null, api_key_id: 9 },
  ],
  [
    { administrator_id: null, api_key_id: null },
    { administrator_id: null, api_key_id: null },
  ],
])('the owner of what %j creates is %j', (by, owner) => {
  expect(keyOwnerOf(by)).toEqual(owner);
});

it('nobody lets an endpoint receive more than they may read', () => {
  const check = (scopes: readonly ('attendees:read' | 'content:read')[]) => () =>
    checkMayListen({ scopes, conference_ids: null }, ['event.changed', 'attendance.changed']);
  expect(check(['attendees:read', 'content:read'])).not.toThrow();
  expect(check(['content:read'])).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
});

describe('an address', () => {
  const check = (url: string, isStrict = true) => {
    const rules = { isStrict, allowedHosts: ['n8n'], ownOrigin: 'https://hall.example' };
    try {
      checkAddress(url, rules);
      return 'allowed';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each([
    'https://badges.example.org/hook?token=7',
    'https://badges.example.org:443/',
    'https://badges.example.org:1024/',
    'https://[2606:4700:4700::1111]/',
    'http://n8n:5678/webhook/1',
    'http://n8n/webhook/1',
    'https://hall.example:8443/',
  ])('is allowed: %s', (url) => {
    expect(check(url)).toBe('allowed');
  });

  it.each([
    'http://badges.example.org/',
    'https://user@badges.example.org/',
    'https://user:password@badges.example.org/',
    'https://badges.example.org:22/',
    'https://badges.example.org:80/',
    'https://badges.example.org:1023/',
    'ftp://badges.example.org/',
    'file:///etc/passwd',
    'http://n8n:22/',
    'http://n8n.example.org/',
    'badges.example.org',
    '',
  ])('is not allowed: %s', (url) => {
    expect(check(url)).toMatch(/^url: expected the https address of a public host/);
  });

  it('may be http outside of production', () => {
    expect(check('http://badges.example.org/', false)).toBe('allowed');
  });

  it.each(['https://hall.example/', 'https://hall.example:443/api/v1/hook'])(
    'is not this service: %s',
    (url) => {
      expect(check(url)).toBe('url: expected another service than this one');
    },
  );
});
