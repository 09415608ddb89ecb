import { createHmac, generateKeyPairSync, hkdfSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { TokensService } from '../../../src/services/people/tokens.service.ts';

const OLD = 'the-old-secret-of-these-tests-0123456789';
const NEW = 'the-new-secret-of-these-tests-0123456789';
const NOW = Date.parse('2026-05-14T09:00:00.500Z');
const SECONDS = Math.floor(NOW / 1_000);
const ADA = { user_id: 42, messenger_id: 4242 };
const KEY = '3f1a9c07';
const CLAIMS = { ...ADA, iat: SECONDS, exp: SECONDS + 60 };

const tokens = ({ secrets = [OLD], at = NOW } = {}) =>
  new TokensService({
    secrets,
    ttlSeconds: 3_600,
    adminTtlSeconds: 28_800,
    now: () => new Date(at),
  });

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any header, built without the JWT library. */
function forged(header: object, claims: object, digest = 'sha256'): string {
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${createHmac(digest, OLD).update(text).digest('base64url')}`;
}

describe("a user's token", () => {
  it('contains only the two ids, the time of issue and the expiry', () => {
    const issued = tokens().issueForUser(ADA);

    expect(jwt.decode(issued.token, { complete: true })).toMatchObject({
      header: { alg: 'HS256', typ: 'JWT' },
      payload: { ...ADA, iat: SECONDS, exp: SECONDS + 3_600 },
    });
    expect(Object.keys(jwt.decode(issued.token) ?? {}).sort()).toEqual([
      'exp',
      'iat',
      'messenger_id',
      'user_id',
    ]);
    expect(issued).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3_600,
      expires_at: '2026-05-14T10:00:00.000Z',
    });
  });

  it('expires after its last second, by the clock of the service', () => {
    const { token } = tokens().issueForUser(ADA);
    const readAt = (seconds: number) =>
      tokens({ at: (SECONDS + seconds) * 1_000 }).readUserToken(token);

    expect(readAt(3_599)).toEqual({ ...ADA, iat: SECONDS, exp: SECONDS + 3_600 });
    expect(readAt(3_600)).toBeUndefined();
  });

  it('that was read before expires all the same', () => {
    let at = NOW;
    const service = new TokensService({
      secrets: [OLD],
      ttlSeconds: 3_600,
      adminTtlSeconds: 28_800,
      now: () => new Date(at),
    });
    const { token } = service.issueForUser(ADA);

    expect(service.readUserToken(token)).toEqual(service.readUserToken(token));
    at += 3_600_000;
    expect(service.readUserToken(token)).toBeUndefined();
  });

  it('that was read before makes no other token valid', () => {
    const service = tokens();
    const { token } = service.issueForUser(ADA);
    service.readUserToken(token);
    const [header, , signature] = token.split('.');
    const claims = base64url({ ...CLAIMS, user_id: 1 });

    expect(service.readUserToken(`${header}.${claims}.${signature}`)).toBeUndefined();
    expect(service.readAdminToken(token)).toBeUndefined();
  });

  it('is read again after thousands of others', () => {
    const service = tokens();
    const issued = Array.from({ length: 2_500 }, (_, n) =>
      service.issueForUser({ user_id: n + 1, messenger_id: n + 1 }),
    );
    const read = () => issued.map(({ token }) => service.readUserToken(token)?.user_id);

    expect(read()).toEqual(issued.map((_, n) => n + 1));
    expect(read()).toEqual(read());
  });

  it('that is issued within the second of a sign-out is dated a second later', () => {
    const signedOutAt = new Date(NOW).toISOString();
    const { token } = tokens().issueForUser(ADA, signedOutAt);
    const later = tokens({ at: NOW + 5_000 }).issueForUser(ADA, signedOutAt).token;

    expect(jwt.decode(token)).toMatchObject({ iat: SECONDS + 1, exp: SECONDS + 3_600 });
    expect(tokens().readUserToken(token)).toMatchObject(ADA);
    expect(jwt.decode(later)).toMatchObject({ iat: SECONDS + 5 });
  });

  it('is accepted with HS256', () => {
    expect(tokens().readUserToken(forged({ alg: 'HS256', typ: 'JWT' }, CLAIMS))).toEqual(CLAIMS);
  });

  it.each([
    ['none', `${base64url({ alg: 'none' })}.${base64url(CLAIMS)}.`],
    ['none, in mixed case', `${base64url({ alg: 'NoNe' })}.${base64url(CLAIMS)}.`],
    ['HS384', forged({ alg: 'HS384' }, CLAIMS, 'sha384')],
    ['HS512', forged({ alg: 'HS512' }, CLAIMS, 'sha512')],
    ['HS256 in lower case', forged({ alg: 'hs256' }, CLAIMS)],
    [
      'RS256',
      jwt.sign(CLAIMS, generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey, {
        algorithm: 'RS256',
      }),
    ],
    ['RS256, signed with the secret', forged({ alg: 'RS256' }, CLAIMS)],
    ['no algorithm', forged({ typ: 'JWT' }, CLAIMS)],
  ])('is rejected with %s', (_, token) => {
    expect(tokens().readUserToken(token)).toBeUndefined();
    expect(tokens().readAdminToken(token)).toBeUndefined();
  });

  it('cannot choose the key that verifies it', () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const header = {
      alg: 'HS256',
      kid: '../../dev/null',
      jwk: publicKey.export({ format: 'jwk' }),
    };
    const text = `${base64url(header)}.${base64url(CLAIMS)}`;
    const signedWithEmptyKey = `${text}.${createHmac('sha256', '').update(text).digest('base64url')}`;

    expect(tokens().readUserToken(signedWithEmptyKey)).toBeUndefined();
    expect(tokens().readUserToken(forged(header, CLAIMS))).toEqual(CLAIMS);
  });

  it.each([
    ['no expiry', { ...CLAIMS, exp: undefined }],
    ['an expiry that is a string', { ...CLAIMS, exp: String(SECONDS + 60) }],
    ['no time of issue', { ...CLAIMS, iat: undefined }],
    ['no user id', { ...CLAIMS, user_id: undefined }],
    ['a user id that is a string', { ...CLAIMS, user_id: '42' }],
    ['a user id of zero', { ...CLAIMS, user_id: 0 }],
    ['a user id with a fraction', { ...CLAIMS, user_id: 1.5 }],
    ['a user id beyond 2^53', { ...CLAIMS, user_id: 2 ** 53 }],
    ['no messenger id', { ...CLAIMS, messenger_id: undefined }],
    ['a null messenger id, as erased users have', { ...CLAIMS, messenger_id: null }],
  ])('is rejected with %s', (_, claims) => {
    expect(tokens().readUserToken(forged({ alg: 'HS256' }, claims))).toBeUndefined();
  });

  it.each(['', 'x', 'a.b.c', `${base64url({ alg: 'HS256' })}..`, 'null.null.null'])(
    'is rejected as %j',
    (token) => {
      expect(tokens().readUserToken(token)).toBeUndefined();
    },
  );

  it('is verified once, although administrators are asked for first', () => {
    const { verify } = jwt;
    let calls = 0;
    jwt.verify = ((...args: Parameters<typeof verify>) => {
      calls += 1;
      return verify(...args);
    }) as typeof verify;
    const { token } = tokens().issueForUser(ADA);

    expect(tokens().readAdminToken(token)).toBeUndefined();
    expect(tokens().readUserToken(token)).toMatchObject(ADA);
    jwt.verify = verify;
    expect(calls).toBe(1);
  });

  it('is rejected with claims that are no JSON', () => {
    const text = `${base64url({ alg: 'HS256', typ: 'JWT' })}.AAAA`;
    const token = `${text}.${createHmac('sha256', OLD).update(text).digest('base64url')}`;

    expect(tokens().readAdminToken(token)).toBeUndefined();
    expect(tokens().readUserToken(token)).toBeUndefined();
  });

  it('is rejected when any of its three parts is changed', () => {
    const { token } = tokens().issueForUser(ADA);
    const parts = token.split('.');
    for (const index of [0, 1, 2]) {
      const changed = parts.with(index, (parts[index] ?? '').replace(/^../, 'AA')).join('.');
      expect(tokens().readUserToken(changed)).toBeUndefined();
    }
  });
});

describe('a list of secrets', () => {
  it('verifies with all secrets and signs with the first', () => {
    const before = tokens({ secrets: [OLD] });
    const during = tokens({ secrets: [NEW, OLD] });
    const after = tokens({ secrets: [NEW] });
    const old = { user: before.issueForUser(ADA).token, admin: before.issueForAdmin(KEY).token };
    const fresh = { user: during.issueForUser(ADA).token, admin: during.issueForAdmin(KEY).token };

    expect(during.readUserToken(old.user)).toMatchObject(ADA);
    expect(during.readAdminToken(old.admin)).toMatchObject({ key: KEY });
    expect(after.readUserToken(fresh.user)).toMatchObject(ADA);
    expect(after.readAdminToken(fresh.admin)).toMatchObject({ key: KEY });
    expect(after.readUserToken(old.user)).toBeUndefined();
    expect(after.readAdminToken(old.admin)).toBeUndefined();
    expect(before.readUserToken(fresh.user)).toBeUndefined();
  });

  it('cannot be empty', () => {
    expect(() => tokens({ secrets: [] }).issueForAdmin(KEY)).toThrow('no key to sign with');
  });
});

describe("an administrator's token", () => {
  it('contains the role, its key, the time of issue and the expiry after its own lifetime', () => {
    const issued = tokens().issueForAdmin(KEY);

    expect(jwt.decode(issued.token)).toEqual({
      role: 'admin',
      key: KEY,
      iat: SECONDS,
      exp: SECONDS + 28_800,
    });
    expect(issued).toMatchObject({ token_type: 'Bearer', expires_in: 28_800 });
    const readAt = (at: number) => tokens({ at }).readAdminToken(issued.token);
    expect(readAt(NOW + 28_799_000)).toMatchObject({ role: 'admin', key: KEY });
    expect(readAt(NOW + 28_800_000)).toBeUndefined();
  });

  it('is not accepted as the token of a user, nor the other way round', () => {
    const user = tokens().issueForUser(ADA).token;
    const admin = tokens().issueForAdmin(KEY).token;

    expect(tokens().readAdminToken(user)).toBeUndefined();
    expect(tokens().readUserToken(admin)).toBeUndefined();
  });

  it('is rejected without an expiry, even with the right key', () => {
    const key = Buffer.from(hkdfSync('sha256', OLD, '', 'hallway admin tokens', 32));
    const claims = { role: 'admin', key: KEY, iat: SECONDS };
    const withoutExpiry = jwt.sign(claims, key);
    const withExpiry = jwt.sign({ ...claims, exp: SECONDS + 60 }, key);

    expect(tokens().readAdminToken(withExpiry)).toMatchObject(claims);
    expect(tokens().readAdminToken(withoutExpiry)).toBeUndefined();
  });

  it('is rejected without the id of its key, as earlier versions issued it', () => {
    const key = Buffer.from(hkdfSync('sha256', OLD, '', 'hallway admin tokens', 32));
    const keyless = jwt.sign({ role: 'admin', iat: SECONDS, exp: SECONDS + 60 }, key);

    expect(tokens().readAdminToken(keyless)).toBeUndefined();
  });

  it('cannot be signed with the secret of user tokens', () => {
    const claims = { ...CLAIMS, role: 'admin' };
    const token = forged({ alg: 'HS256' }, claims);

    expect(tokens().readAdminToken(token)).toBeUndefined();
    expect(tokens().readUserToken(token)).toMatchObject(ADA);
  });
});
