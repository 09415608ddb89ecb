export const PARTNER_ACCOUNT_STATUSES = ['none', 'otp_sent', 'verified'] as const;
/** A verified account has tokens; one whose refresh token was refused has the status `none` again. */
export type PartnerAccountStatus = (typeof PARTNER_ACCOUNT_STATUSES)[number];

/** An account in the export of its user's data. */
export interface PersonalPartnerAccount {
  readonly status: PartnerAccountStatus;
  readonly partner_user_id: string | null;
  /** The destination of the last code, until it is verified. */
  readonly destination: Destination | null;
  readonly otp_expires_at: string | null;
  readonly tries: number;
  readonly expires_at: string | null;
  readonly verified_at: string | null;
}

/** The destination of a one-time code. */
export type Destination = { readonly email: string } | { readonly phone: string };

/**
 * The text by which the limits count: equal for all spellings of one mailbox or phone, in lower
 * case and without the `+tag` of an address.
 */
export const limitedText = (destination: Destination): string =>
  'email' in destination
    ? `email:${withoutTag(destination.email.toLowerCase())}`
    : `phone:${destination.phone}`;

function withoutTag(email: string): string {
  const at = email.lastIndexOf('@');
  const [mailbox] = email.slice(0, at).split('+', 1);
  return `${mailbox}${email.slice(at)}`;
}

/** Reads a destination that was stored as JSON. */
export function destinationFrom(json: string): Destination {
  const given: unknown = JSON.parse(json);
  if (typeof given === 'object' && given !== null) {
    if ('email' in given && typeof given.email === 'string') return { email: given.email };
    if ('phone' in given && typeof given.phone === 'string') return { phone: given.phone };
  }
  throw new Error('a stored destination has neither email nor phone');
}

/** Tries of one code; the partner checks them, the database counts them. */
export const MAX_TRIES = 5;
/** The longest life of a code, in milliseconds. */
export const OTP_TTL_MS = 10 * 60_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A limit on codes, counted in the database over all processes. */
export interface CodeLimit {
  /** The first part of the key of its counter. */
  readonly name: string;
  /** The subject that it counts: a user or a destination. */
  readonly by: 'person' | 'destination' | 'all';
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * The limits on sent codes, in the order in which they are counted. They protect the owner of a
 * destination from codes that other people request, so they are rules of the product, not rate
 * limits.
 *
 * @param perHour codes to all destinations together
 */
export const codeLimits = (perHour: number): readonly CodeLimit[] => [
  { name: 'partner-code-pause', by: 'person', limit: 1, windowMs: MINUTE_MS },
  { name: 'partner-codes', by: 'person', limit: 3, windowMs: 10 * MINUTE_MS },
  { name: 'partner-codes-per-day', by: 'person', limit: 10, windowMs: DAY_MS },
  { name: 'partner-destination', by: 'destination', limit: 3, windowMs: HOUR_MS },
  { name: 'partner-destination-per-day', by: 'destination', limit: 5, windowMs: DAY_MS },
  { name: 'partner-codes-in-all', by: 'all', limit: perHour, windowMs: HOUR_MS },
];

/** Tries of all codes of one person. */
export const TRIES_PER_DAY: CodeLimit = {
  name: 'partner-tries-per-day',
  by: 'person',
  limit: 15,
  windowMs: DAY_MS,
};
