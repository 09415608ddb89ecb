import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of a signed call, by the Standard Webhooks specification. */
export interface SignatureHeaders {
  readonly 'webhook-id'?: string | undefined;
  readonly 'webhook-timestamp'?: string | undefined;
  readonly 'webhook-signature'?: string | undefined;
}

/** The reason why a signature is refused. */
export type SignatureProblem = 'timestamp' | 'signature';

/** The allowed difference between the clocks of a partner and this service. */
const TOLERANCE_MS = 5 * 60_000;
/** The column has the same limit. */
const WEBHOOK_ID = /^[!-~]{1,200}$/;
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
const PREFIX = 'whsec_';

/** A new secret is 32 random bytes. */
export const secretText = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`;

/** A call with one of the three headers is signed, and never counts as unsigned. */
export const isSigned = (headers: SignatureHeaders): boolean =>
  Object.values(headers).some((value) => value !== undefined);

/**
 * The problem of the signature of a call; undefined if the signature is valid.
 * @param secrets as `secretText` writes them; any of them may have signed
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
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), rawBody]);
  const expected = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(signed)
      .digest(),
  );
  // Compares all of them, so that the time does not reveal the right one.
  const matches = expected.flatMap((mac) => given.map((one) => timingSafeEqual(mac, one)));
  if (!matches.includes(true)) return 'signature';
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const isNow = Math.abs(now.getTime() - seconds * 1_000) <= TOLERANCE_MS;
  return isNow ? undefined : 'timestamp';
}
