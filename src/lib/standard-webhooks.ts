import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The headers of a signed message, by the Standard Webhooks specification. */
export interface SignatureHeaders {
  readonly 'webhook-id'?: string | undefined;
  readonly 'webhook-timestamp'?: string | undefined;
  readonly 'webhook-signature'?: string | undefined;
}

/** The reason why a signature is refused. */
export type SignatureProblem = 'timestamp' | 'signature';

/** The allowed difference between the clocks of the sender and this service. */
const TOLERANCE_MS = 5 * 60_000;
/** The columns have the same limit. */
const WEBHOOK_ID = /^[!-~]{1,200}$/;
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** The text of a new secret: `whsec_` and 32 random bytes in base64. */
export const newSigningSecret = (): string =>
  `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** A message with one of the three headers is signed, and never counts as unsigned. */
export const isSigned = (headers: SignatureHeaders): boolean =>
  Object.values(headers).some((value) => value !== undefined);

/** The HMAC-SHA-256 of a message under each secret. */
const macsOf = (
  { id, timestamp, body }: { id: string; timestamp: string; body: Buffer },
  secrets: readonly string[],
): Buffer[] => {
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  return secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(signed)
      .digest(),
  );
};

/**
 * The headers of a message: one signature for each secret, so that a receiver with any of them accepts it.
 * @param secrets as `newSigningSecret` makes them
 */
export function signedHeaders(
  { id, body, at }: { readonly id: string; readonly body: Buffer; readonly at: Date },
  secrets: readonly string[],
): Readonly<Record<keyof SignatureHeaders, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = macsOf({ id, timestamp, body }, secrets).map(
    (mac) => `v1,${mac.toString('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * The problem of the signature of a message; undefined if the signature is valid.
 * @param secrets as `newSigningSecret` makes them; any of them may have signed
 */
export function signatureProblem(
  headers: SignatureHeaders,
  { secrets, rawBody, now }: { secrets: readonly string[]; rawBody: Buffer; now: Date },
): SignatureProblem | undefined {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers;
  if (!WEBHOOK_ID.test(id)) return 'signature';
  const given = (headers['webhook-signature'] ?? '').split(' ').flatMap((one) => {
    const [, base64] = SIGNATURE.exec(one) ?? [];
    return base64 === undefined ? [] : [Buffer.from(base64, 'base64')];
  });
  const expected = macsOf({ id, timestamp, body: rawBody }, secrets);
  // Compares all of them, so that the time does not reveal the right one.
  const matches = expected.flatMap((mac) => given.map((one) => timingSafeEqual(mac, one)));
  if (!matches.includes(true)) return 'signature';
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const isNow = Math.abs(now.getTime() - seconds * 1_000) <= TOLERANCE_MS;
  return isNow ? undefined : 'timestamp';
}
