import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { z } from 'zod';
import type { MessengerPerson } from '../../domain/people/users.ts';

/** Signed launch data of a mini app, after its check. */
export interface InitData {
  readonly person: MessengerPerson;
  /** When the messenger signed it, in milliseconds since 1970. */
  readonly signedAt: number;
  readonly start_param: string | undefined;
}

/** Far more than the messenger sends; a bound for what is hashed before anything is known. */
const MAX_LENGTH = 8_192;
/** How far ahead of ours the messenger's clock may be. */
const MAX_AHEAD_MS = 60_000;

/** The messenger's own keys for checks by third parties, as it publishes them (Ed25519, raw, hex). */
const MESSENGER_PUBLIC_KEY = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d';

/** What somebody is called whose names are all blank. */
const NAMELESS = 'Someone';

const MessengerUser = z.object({
  id: z.int().positive(),
  first_name: z.string().max(256),
  last_name: z.string().max(256).optional(),
  username: z.string().max(64).optional(),
  language_code: z.string().max(35).optional(),
  photo_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .catch(undefined),
  is_premium: z.boolean().optional().catch(undefined),
  allows_write_to_pm: z.boolean().optional().catch(undefined),
});

interface Scheme {
  /** The name of the field that holds the signature, and the fields the signature leaves out. */
  readonly field: 'hash' | 'signature';
  readonly leftOut: readonly string[];
  isRight(checkString: string, signature: string): boolean;
}

/**
 * Checks the data that a messenger mini app is launched with, by the platform's official scheme:
 * under the bot's token, or, where only the bot's id is known, under the platform's public key.
 */
export class InitDataVerifier {
  readonly #scheme: Scheme;
  readonly #maxAgeMs: number;
  readonly #now: () => Date;

  constructor(options: {
    botToken: string | undefined;
    botId: number | undefined;
    publicKey?: string;
    maxAgeSeconds: number;
    now: () => Date;
  }) {
    const { botToken, botId, publicKey = MESSENGER_PUBLIC_KEY } = options;
    if (botToken) this.#scheme = byToken(botToken);
    else if (botId) this.#scheme = byPublicKey(botId, publicKey);
    else throw new Error('a bot token or a bot id is needed to check messenger data');
    this.#maxAgeMs = options.maxAgeSeconds * 1_000;
    this.#now = options.now;
  }

  /** What was signed, or undefined when the data is malformed, wrongly signed or too old. */
  verify(raw: string): InitData | undefined {
    const data = this.verifySignature(raw);
    const ageMs = this.#now().getTime() - (data?.signedAt ?? 0);
    return ageMs <= this.#maxAgeMs && ageMs >= -MAX_AHEAD_MS ? data : undefined;
  }

  /** When it becomes too old. */
  expiryOf({ signedAt }: InitData): Date {
    return new Date(signedAt + this.#maxAgeMs);
  }

  /** The same, whatever its age: for data beside a token that already says who is asking. */
  verifySignature(raw: string): InitData | undefined {
    if (raw.length > MAX_LENGTH) return undefined;
    const pairs = [...new URLSearchParams(raw.replace(/^tma /i, ''))];
    const fields = new Map(pairs);
    // A repeated key would let the check read one value and the service another.
    if (fields.size !== pairs.length) return undefined;

    const { field, leftOut, isRight } = this.#scheme;
    const signature = fields.get(field);
    const checkString = pairs
      .filter(([key]) => !leftOut.includes(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `${key}=${value}`)
      .join('\n');
    return signature && isRight(checkString, signature) ? read(fields) : undefined;
  }
}

/** HMAC-SHA-256 of all fields but `hash`; fields of tomorrow are signed too, so they stay in. */
function byToken(botToken: string): Scheme {
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest();
  return {
    field: 'hash',
    leftOut: ['hash'],
    isRight(checkString, hash) {
      if (!/^[0-9a-f]{64}$/i.test(hash)) return false;
      const right = createHmac('sha256', key).update(checkString).digest();
      return timingSafeEqual(right, Buffer.from(hash, 'hex'));
    },
  };
}

/** Ed25519 by the platform, over the bot's id and all fields but `hash` and `signature`. */
function byPublicKey(botId: number, hex: string): Scheme {
  const x = Buffer.from(hex, 'hex').toString('base64url');
  const key: KeyObject = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return {
    field: 'signature',
    leftOut: ['hash', 'signature'],
    isRight: (checkString, signature) =>
      verify(
        null,
        Buffer.from(`${botId}:WebAppData\n${checkString}`),
        key,
        Buffer.from(signature, 'base64url'),
      ),
  };
}

/** The values of the very pairs that were checked. */
function read(fields: ReadonlyMap<string, string>): InitData | undefined {
  const authDate = fields.get('auth_date') ?? '';
  const user = MessengerUser.safeParse(parsed(fields.get('user')));
  if (!/^\d{1,12}$/.test(authDate) || !user.success) return undefined;

  const { data } = user;
  const username = clean(data.username);
  return {
    signedAt: Number(authDate) * 1_000,
    start_param: fields.get('start_param'),
    person: {
      messenger_id: data.id,
      messenger_first_name: clean(data.first_name) ?? username ?? NAMELESS,
      messenger_last_name: clean(data.last_name),
      username,
      language_code: clean(data.language_code),
      is_premium: data.is_premium ?? false,
      photo_url: data.photo_url,
      messenger_reachable: data.allows_write_to_pm || undefined,
    },
  };
}

/**
 * Names are signed, not sane: what PostgreSQL cannot store is taken out, not refused. Null for what
 * is empty then.
 */
const clean = (name = '') => name.replaceAll('\0', '').toWellFormed().normalize().trim() || null;

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}
