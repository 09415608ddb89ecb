import { generateKeyPairSync, sign as signEd25519 } from 'node:crypto';
import { isValid, sign, signData } from '@tma.js/init-data-node';
import { InitDataVerifier } from '../../../src/integrations/messenger/init-data.ts';
import { BOT_TOKEN, LAUNCH_DATA_OF_THE_MESSENGER, signInitData } from '../../support/messenger.ts';

const NOW = new Date('2026-05-14T09:00:00Z');
const SECONDS = NOW.getTime() / 1_000;
const DAY_SECONDS = 86_400;

const verifier = (
  options: Partial<ConstructorParameters<typeof InitDataVerifier>[0]> = {},
): InitDataVerifier =>
  new InitDataVerifier({
    botToken: BOT_TOKEN,
    botId: undefined,
    maxAgeSeconds: DAY_SECONDS,
    now: () => NOW,
    ...options,
  });

const checkStringOf = (pairs: Iterable<readonly [string, string]>) =>
  [...pairs]
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n');

/** Signs any pairs, valid or not. */
function signed(pairs: Iterable<readonly [string, string]>): string {
  const query = new URLSearchParams();
  for (const [key, value] of pairs) query.append(key, value);
  query.append('hash', signData(checkStringOf(pairs), BOT_TOKEN));
  return query.toString();
}

const ADA = { id: 4242, first_name: 'Ada' };
const FIELDS = new Map([
  ['auth_date', String(SECONDS)],
  ['user', JSON.stringify(ADA)],
]);
const withUser = (user: unknown) => signed(new Map(FIELDS).set('user', JSON.stringify(user)));
const personOf = (raw: string) => verifier().verify(raw)?.person;

/** Published by tma.js and its sister libraries, and signed by Telegram itself. */
const GOLDEN = {
  'without a signature field': {
    botToken: '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8',
    at: 1_662_771_648,
    firstName: 'Vladislav',
    raw: 'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
  },
  'with a signature field': {
    botToken: '7342037359:AAHI25ES9xCOMPokpYoz-p8XVrZUdygo2J4',
    at: 1_733_509_682,
    firstName: 'Vladislav + - ? /',
    raw: `${LAUNCH_DATA_OF_THE_MESSENGER.fields}&auth_date=1733509682&signature=TYJxVcisqbWjtodPepiJ6ghziUL94-KNpG8Pau-X7oNNLNBM72APCpi_RKiUlBvcqo5L-LAxIc3dnTzcZX_PDg&hash=a433d8f9847bd6addcc563bff7cc82c89e97ea0d90c11fe5729cae6796a36d73`,
  },
  'with a signature field, by another token of the same bot': {
    ...LAUNCH_DATA_OF_THE_MESSENGER,
    firstName: 'Vladislav + - ? /',
  },
} as const;

describe('published launch data', () => {
  it.each(Object.entries(GOLDEN))('is accepted %s', (_, { botToken, at, firstName, raw }) => {
    const found = verifier({ botToken, now: () => new Date(at * 1_000) }).verify(raw);

    expect(found).toMatchObject({
      signedAt: at * 1_000,
      person: {
        messenger_id: 279_058_397,
        messenger_first_name: firstName,
        messenger_last_name: 'Kibenko',
        username: 'vdkfrost',
        language_code: 'ru',
        is_premium: true,
      },
    });
  });

  it.each(Object.entries(GOLDEN))('is refused with another token, %s', (_, { at, raw }) => {
    expect(verifier({ now: () => new Date(at * 1_000) }).verify(raw)).toBeUndefined();
  });

  it('is accepted by the bot id and Telegram’s public key', () => {
    const { botId, at, raw, messengerId } = LAUNCH_DATA_OF_THE_MESSENGER;
    const byId = { botToken: undefined, now: () => new Date(at * 1_000) };

    expect(verifier({ ...byId, botId }).verify(raw)?.person.messenger_id).toBe(messengerId);
    expect(verifier({ ...byId, botId: botId + 1 }).verify(raw)).toBeUndefined();
  });
});

describe('compared with the library of tma.js', () => {
  /** Repeatable random numbers from 0 up to `below`. */
  function random(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }
  const NAMES = [
    'Ada',
    'Олена',
    'José',
    '山田 太郎',
    'مريم',
    "O'Neil & Sons",
    '👩‍🚀',
    'a=b;c%20d',
    'n\\/l',
    '𝒜',
  ];
  const VALUES = ['', 'x', 'e_42', 'a&b=c', '100%', '+ +', 'žluťoučký', '-_~.*', '\n', 'a=='];

  const launches = Array.from({ length: 200 }, (_, seed) => {
    const pick = random(seed + 1);
    const one = <T>(of: readonly T[]) => of[pick(of.length)] as T;
    const user = {
      id: 1 + pick(2 ** 32) * 2 ** 20 + pick(2 ** 20),
      first_name: one(NAMES),
      ...(pick(2) && { last_name: one(NAMES) }),
      ...(pick(2) && { username: `user_${pick(1_000)}` }),
      ...(pick(2) && { is_premium: Boolean(pick(2)) }),
      ...(pick(2) && { language_code: one(['en', 'uk', 'pt-br']) }),
    };
    const additional = {
      ...(pick(2) && { start_param: one(VALUES) }),
      ...(pick(2) && { query_id: `AAH${pick(1_000)}` }),
      ...(pick(2) && { signature: `s${pick(1_000_000)}-_` }),
      ...(pick(2) && { future_field: one(VALUES) }),
    };
    return { user, additional };
  });

  it('accepts what the library signs', () => {
    for (const { user, additional } of launches) {
      const raw = sign({ ...additional, user }, BOT_TOKEN, NOW);

      const found = verifier().verify(raw);

      expect(found?.person).toMatchObject({
        messenger_id: user.id,
        messenger_first_name: user.first_name,
        messenger_last_name: user.last_name ?? null,
        username: user.username ?? null,
        is_premium: user.is_premium ?? false,
      });
      expect(found?.start_param).toBe(new URLSearchParams(raw).get('start_param') ?? undefined);
    }
  });

  it('accepts and refuses the same data as the library', () => {
    for (const { user, additional } of launches) {
      const valid = signInitData(user, { at: NOW, ...additional });
      const renamed = valid.replace('first_name', 'first_nome');
      const redated = valid.replace('auth_date=1', 'auth_date=2');

      for (const raw of [valid, renamed, redated]) {
        const expected = isValid(raw, BOT_TOKEN, { expiresIn: 0 });
        expect(verifier().verifySignature(raw) !== undefined).toBe(expected);
      }
      expect(verifier().verifySignature(valid)).toBeDefined();
    }
  });
});

describe('correctly signed data', () => {
  it('holds the user, the time and the start parameter', () => {
    const raw = signInitData(
      {
        id: 4242,
        first_name: 'Ada',
        last_name: 'Lovelace',
        username: 'ada',
        language_code: 'en',
        photo_url: 'https://t.me/i/userpic/320/ada.svg',
        is_premium: true,
        allows_write_to_pm: true,
      },
      { at: NOW, start_param: 'e_42' },
    );

    expect(verifier().verify(raw)).toEqual({
      signedAt: NOW.getTime(),
      start_param: 'e_42',
      person: {
        messenger_id: 4242,
        messenger_first_name: 'Ada',
        messenger_last_name: 'Lovelace',
        username: 'ada',
        language_code: 'en',
        is_premium: true,
        messenger_photo_url: 'https://t.me/i/userpic/320/ada.svg',
        messenger_reachable: true,
      },
    });
  });

  it('leaves a missing photo and a missing permission undefined', () => {
    expect(personOf(withUser({ ...ADA, allows_write_to_pm: false }))).toEqual({
      messenger_id: 4242,
      messenger_first_name: 'Ada',
      messenger_last_name: null,
      username: null,
      language_code: null,
      is_premium: false,
      messenger_photo_url: undefined,
      messenger_reachable: undefined,
    });
  });

  it.each(['tma ', 'TMA '])('may have the prefix %j', (prefix) => {
    expect(personOf(prefix + signed(FIELDS))?.messenger_id).toBe(4242);
  });

  it('may have an upper-case hash', () => {
    const raw = signed(FIELDS).replace(
      /hash=(\w+)/,
      (pair) => `hash=${pair.slice(5).toUpperCase()}`,
    );
    expect(personOf(raw)?.messenger_id).toBe(4242);
  });

  it.each([
    ['a NUL', 'A\0da', 'Ada'],
    ['half a surrogate pair', 'Ada \ud83d', 'Ada \ufffd'],
    ['spaces around it', '  Ada ', 'Ada'],
    ['another Unicode form', 'Zoe\u0308', 'Zoë'],
  ])('has a name with %s cleaned', (_, first_name, expected) => {
    expect(personOf(withUser({ id: 1, first_name, last_name: first_name }))).toMatchObject({
      messenger_first_name: expected,
      messenger_last_name: expected,
    });
  });

  it.each([
    ['a fallback, not the username', { first_name: ' ', username: 'ada' }, 'Someone'],
    ['a fallback', { first_name: '\0' }, 'Someone'],
    ['a fallback for nothing visible', { first_name: '\u200b\u3164' }, 'Someone'],
    ['a fallback without a username', { first_name: '', username: ' ' }, 'Someone'],
  ])('replaces a blank name by %s', (_, names, expected) => {
    expect(personOf(withUser({ id: 1, last_name: '', ...names }))).toMatchObject({
      messenger_first_name: expected,
      messenger_last_name: null,
      username: ('username' in names && names.username?.trim()) || null,
    });
  });

  it.each([{ photo_url: 'javascript:alert(1)' }, { photo_url: 7 }, { is_premium: 'yes' }])(
    'is accepted with the invalid optional field %j',
    (field) => {
      expect(personOf(withUser({ ...ADA, ...field }))).toMatchObject({
        messenger_id: 4242,
        messenger_photo_url: undefined,
        is_premium: false,
      });
    },
  );
});

describe('incorrectly signed data', () => {
  const valid = signed(FIELDS);
  const hash = new URLSearchParams(valid).get('hash') ?? '';

  it.each([
    ['an empty string', ''],
    ['a word', 'noise'],
    ['another user', valid.replace('4242', '4243')],
    ['another time', valid.replace(`auth_date=${SECONDS}`, `auth_date=${SECONDS + 1}`)],
    ['an additional field', `${valid}&is_admin=true`],
    ['a removed field', signed(new Map(FIELDS).set('query_id', 'q')).replace('query_id=q&', '')],
    ['a renamed field', valid.replace('user=', 'usar=')],
    ['no hash', valid.replace(/&hash=\w+/, '')],
    ['an empty hash', valid.replace(hash, '')],
    ['a hash that is too short', valid.replace(hash, hash.slice(2))],
    ['a hash that is too long', `${valid}00`],
    ['a hash that is not hex', valid.replace(hash, `zz${hash.slice(2)}`)],
    ['another hash', valid.replace(hash, [...hash].reverse().join(''))],
    ['a repeated hash', `${valid}&hash=${hash}`],
    ['a repeated user', `${valid}&user=${encodeURIComponent(JSON.stringify(ADA))}`],
    ['the hash of another bot', signInitData(ADA, { at: NOW, botToken: `${BOT_TOKEN}x` })],
  ])('is refused: %s', (_, raw) => {
    expect(raw).not.toBe(valid);
    expect(verifier().verify(raw)).toBeUndefined();
    expect(verifier().verifySignature(raw)).toBeUndefined();
  });

  it('is refused for a repeated key, even if both are signed', () => {
    expect(
      verifier().verify(signed([...FIELDS, ['user', JSON.stringify({ id: 1 })]])),
    ).toBeUndefined();
  });

  it('is refused over 8 KiB', () => {
    const ofLength = (length: number) => {
      const empty = signed(new Map(FIELDS).set('padding', ''));
      return signed(new Map(FIELDS).set('padding', 'x'.repeat(length - empty.length)));
    };
    expect(ofLength(8_192)).toHaveLength(8_192);
    expect(verifier().verify(ofLength(8_192))).toBeDefined();
    expect(verifier().verify(ofLength(8_193))).toBeUndefined();
  });
});

describe('correctly signed but invalid data', () => {
  const without = (key: string) => {
    const fields = new Map(FIELDS);
    fields.delete(key);
    return fields;
  };

  it.each([
    ['no auth_date', without('auth_date')],
    ['an empty auth_date', new Map(FIELDS).set('auth_date', '')],
    ['an auth_date that is not a number', new Map(FIELDS).set('auth_date', 'today')],
    ['a negative auth_date', new Map(FIELDS).set('auth_date', '-1')],
    ['an auth_date with a fraction', new Map(FIELDS).set('auth_date', `${SECONDS}.5`)],
    ['an auth_date out of range', new Map(FIELDS).set('auth_date', '9'.repeat(13))],
    ['no user', without('user')],
    ['a user that is not JSON', new Map(FIELDS).set('user', '{"id":4242')],
    ['a user that is an array', new Map(FIELDS).set('user', '[4242]')],
    ['a user that is null', new Map(FIELDS).set('user', 'null')],
  ])('is refused: %s', (_, fields) => {
    expect(verifier().verifySignature(signed(fields))).toBeUndefined();
  });

  it.each([0, -1, 1.5, 2 ** 53, '4242', null, undefined])('is refused for the user id %p', (id) => {
    expect(verifier().verifySignature(withUser({ ...ADA, id }))).toBeUndefined();
  });

  it('is accepted for the largest safe integer as an id', () => {
    expect(personOf(withUser({ ...ADA, id: 2 ** 53 - 1 }))?.messenger_id).toBe(2 ** 53 - 1);
  });
});

describe('the age of launch data', () => {
  const aged = (seconds: number) =>
    signed(new Map(FIELDS).set('auth_date', String(SECONDS - seconds)));

  it.each([
    [0, true],
    [DAY_SECONDS, true],
    [DAY_SECONDS + 1, false],
    [-60, true],
    [-61, false],
  ])('of %i s is accepted: %s', (seconds, accepted) => {
    expect(verifier().verify(aged(seconds)) !== undefined).toBe(accepted);
  });

  it('is ignored by verifySignature', () => {
    expect(verifier().verifySignature(aged(DAY_SECONDS * 400))).toBeDefined();
  });
});

describe('launch data that was verified before', () => {
  it('is refused once it is too old', () => {
    let now = NOW;
    const one = verifier({ now: () => now });
    const raw = withUser(ADA);
    expect(one.verify(raw)?.person.messenger_id).toBe(ADA.id);
    expect(one.verify(raw)).toEqual(verifier().verify(raw));

    now = new Date(NOW.getTime() + (DAY_SECONDS + 1) * 1_000);
    expect(one.verify(raw)).toBeUndefined();
    expect(one.verifySignature(raw)?.person.messenger_id).toBe(ADA.id);
  });

  it('makes no other data valid, whatever came first, and is read again after many others', () => {
    const one = verifier();
    const raw = withUser(ADA);
    const forged = raw.replace('4242', '4243');
    expect([one.verify(forged), one.verify(raw), one.verify(forged)]).toEqual([
      undefined,
      verifier().verify(raw),
      undefined,
    ]);
    for (let id = 1; id <= 600; id++) expect(one.verify(withUser({ ...ADA, id }))).toBeDefined();
    expect(one.verify(raw)).toEqual(verifier().verify(raw));
  });
});

describe('verification by bot id and public key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const hex = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  const byId = verifier({ botToken: undefined, botId: 7, publicKey: hex });

  function signedByTelegram(fields: ReadonlyMap<string, string>, botId = 7): string {
    const text = `${botId}:WebAppData\n${checkStringOf(fields)}`;
    const signature = signEd25519(null, Buffer.from(text), privateKey).toString('base64url');
    return new URLSearchParams([...fields, ['signature', signature]]).toString();
  }

  it('accepts a valid signature and ignores the hash', () => {
    expect(byId.verify(signedByTelegram(FIELDS))?.person.messenger_id).toBe(4242);
    expect(byId.verify(`${signedByTelegram(FIELDS)}&hash=anything`)).toBeDefined();
  });

  it.each([
    ['the signature of another bot', signedByTelegram(FIELDS, 8)],
    ['a changed field', signedByTelegram(FIELDS).replace('4242', '4243')],
    ['an additional field', `${signedByTelegram(FIELDS)}&is_admin=true`],
    ['a signature that is too short', signedByTelegram(FIELDS).slice(0, -4)],
    ['an empty signature', signedByTelegram(FIELDS).replace(/signature=.*/, 'signature=')],
    ['no signature', signed(FIELDS)],
  ])('refuses %s', (_, raw) => {
    expect(byId.verify(raw)).toBeUndefined();
  });

  it('is not used with a bot token', () => {
    const both = verifier({ botId: 7, publicKey: hex });

    expect(both.verify(signed(FIELDS))).toBeDefined();
    expect(both.verify(signedByTelegram(FIELDS))).toBeUndefined();
  });

  it('requires a bot id without a bot token', () => {
    expect(() => verifier({ botToken: undefined })).toThrow('expected a bot token or a bot id');
  });
});
