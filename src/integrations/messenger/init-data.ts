import {
  createHmac,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { MessengerPerson } from '../../domain/people/users.ts';
import { isVisible, normalized } from '../../lib/normalized.ts';
import { oneLine } from '../../lib/one-line.ts';

/** Verified launch data of a mini app. */
export interface InitData {
  readonly person: MessengerPerson;
  /** `auth_date` in milliseconds since 1970. */
  readonly signedAt: number;
  readonly start_param: string | undefined;
}

/** Far more than the messenger sends. It bounds the work before the signature is verified. */
const MAX_LENGTH = 8_192;
/** A sign-in reads its data three times, for its limits and itself. An entry takes about 1 kB. */
const MAX_VERIFIED = 500;
/** The clock skew allowed for `auth_date`. */
const MAX_AHEAD_MS = 60_000;

/** Telegram's published key for third-party verification (Ed25519, raw, hex). */
const MESSENGER_PUBLIC_KEY = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d';

/** The first name of a user without one. Not the username, which strangers do not see. */
const FALLBACK_NAME = 'Someone';

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
  /** The field that holds the signature. */
  readonly field: 'hash' | 'signature';
  /** The fields that the signature does not cover. */
  readonly excluded: readonly string[];
  isValid(checkString: string, signature: string): boolean;
}

/**
 * Verifies the launch data of a mini app by Telegram's official scheme: with the bot token if it is
 * set, else with the bot id and Telegram's public key.
 */
export class InitDataVerifier {
  readonly #scheme: Scheme;
  readonly #maxAgeMs: number;
  readonly #now: () => Date;
  /** Rightly signed data by its text. Only its age can make it invalid. */
  readonly #verified = new LRUCache<string, InitData>({ max: MAX_VERIFIED });

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
    else throw new Error('launch data: expected a bot token or a bot id to verify signatures');
    this.#maxAgeMs = options.maxAgeSeconds * 1_000;
    this.#now = options.now;
  }

  /** Returns undefined when the data is malformed, has an invalid signature or is too old. */
  verify(raw: string): InitData | undefined {
    const data = this.verifySignature(raw);
    const ageMs = this.#now().getTime() - (data?.signedAt ?? 0);
    return ageMs <= this.#maxAgeMs && ageMs >= -MAX_AHEAD_MS ? data : undefined;
  }

  expiryOf({ signedAt }: InitData): Date {
    return new Date(signedAt + this.#maxAgeMs);
  }

  /** Ignores the age, for data next to a bearer token that already authenticates the caller. */
  verifySignature(raw: string): InitData | undefined {
    const known = this.#verified.get(raw);
    if (known) return known;
    const data = this.#read(raw);
    if (data) this.#verified.set(raw, data);
    return data;
  }

  #read(raw: string): InitData | undefined {
    if (raw.length > MAX_LENGTH) return undefined;
    const pairs = [...new URLSearchParams(raw.replace(/^tma /i, ''))];
    const fields = new Map(pairs);
    // With a repeated key the signature could cover one value and the service read another.
    if (fields.size !== pairs.length) return undefined;

    const { field, excluded, isValid } = this.#scheme;
    const signature = fields.get(field);
    const checkString = pairs
      .filter(([key]) => !excluded.includes(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `${key}=${value}`)
      .join('\n');
    return signature && isValid(checkString, signature) ? initDataOf(fields) : undefined;
  }
}

/** HMAC-SHA-256 of all fields but `hash`, including fields that Telegram adds in the future. */
function byToken(botToken: string): Scheme {
  const key = createSecretKey(createHmac('sha256', 'WebAppData').update(botToken).digest());
  return {
    field: 'hash',
    excluded: ['hash'],
    isValid(checkString, hash) {
      if (!/^[0-9a-f]{64}$/i.test(hash)) return false;
      const expected = createHmac('sha256', key).update(checkString).digest();
      return timingSafeEqual(expected, Buffer.from(hash, 'hex'));
    },
  };
}

/** Telegram's Ed25519 signature of the bot id and all fields but `hash` and `signature`. */
function byPublicKey(botId: number, hex: string): Scheme {
  const x = Buffer.from(hex, 'hex').toString('base64url');
  const key: KeyObject = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return {
    field: 'signature',
    excluded: ['hash', 'signature'],
    isValid: (checkString, signature) =>
      verify(
        null,
        Buffer.from(`${botId}:WebAppData\n${checkString}`),
        key,
        Buffer.from(signature, 'base64url'),
      ),
  };
}

/** Takes the verified fields, so that no other value can be read. */
function initDataOf(fields: ReadonlyMap<string, string>): InitData | undefined {
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
      messenger_first_name: clean(data.first_name) ?? FALLBACK_NAME,
      messenger_last_name: clean(data.last_name),
      username,
      language_code: clean(data.language_code),
      is_premium: data.is_premium ?? false,
      messenger_photo_url: data.photo_url,
      messenger_reachable: data.allows_write_to_pm || undefined,
    },
  };
}

/**
 * Removes characters that a name cannot have, rather than refusing the sign-in: the signature
 * says nothing about the names. Null if nothing visible is left.
 */
function clean(name = ''): string | null {
  const cleaned = normalized(oneLine(name).toWellFormed()).trim();
  return isVisible(cleaned) ? cleaned : null;
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}
