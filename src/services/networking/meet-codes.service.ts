import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import {
  endOf,
  isHeld,
  type MeetCode,
  meetSignature,
  meetText,
  parseMeetCode,
  stepAt,
} from '../../domain/networking/meet-codes.ts';
import { deriveKey } from '../../lib/derived-keys.ts';
import { areEqualSecrets } from '../../lib/equal-secrets.ts';
import { qrSvgOf } from '../../lib/qr-codes.ts';

/** A code that a user shows to the people whom they meet. */
export interface ShownMeetCode {
  readonly code: string;
  /** Of the link, or of the code where the mini app has no address. */
  readonly qr_svg: string;
  readonly share_url: string | null;
  readonly expires_at: string;
}

/**
 * Makes and verifies meet codes. They are not stored: a code names its user and five minutes, and is
 * signed.
 */
export class MeetCodesService {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #newest: string;
  readonly #shareUrl: ShareLink;
  readonly #now: () => Date;

  /** @param deps.secrets the first one signs, all of them verify */
  constructor(deps: { secrets: readonly string[]; shareUrl: ShareLink; now: () => Date }) {
    const keys = deps.secrets.map((secret) => deriveKey(secret, 'meet codes'));
    const [newest] = keys;
    if (newest === undefined) throw new Error('no secret for meet codes');
    this.#newest = newest.id;
    this.#keys = new Map(keys.map(({ id, bytes }) => [id, createSecretKey(bytes)]));
    this.#shareUrl = deps.shareUrl;
    this.#now = deps.now;
  }

  /** The code of a user at this time. It is the same for five minutes. */
  async show(user_id: number): Promise<ShownMeetCode> {
    const step = stepAt(this.#now());
    const text = meetText({ user_id, step }, this.#newest);
    const code = `${text}${this.#sign(text, this.#newest)}`;
    const share_url = this.#shareUrl({ kind: 'meet', id: user_id, code });
    const qr_svg = await qrSvgOf(share_url ?? code);
    return { code, qr_svg, share_url, expires_at: endOf(step).toISOString() };
  }

  /** What a code says that is signed and has not expired; undefined for any other text. */
  verify(code: string): MeetCode | undefined {
    const parsed = parseMeetCode(code);
    if (!parsed || !this.#keys.has(parsed.key_id)) return undefined;
    const { user_id, step, key_id, signature } = parsed;
    const expected = this.#sign(meetText(parsed, key_id), key_id);
    if (!areEqualSecrets(expected, signature)) return undefined;
    return isHeld(step, this.#now()) ? { user_id, step } : undefined;
  }

  #sign(text: string, keyId: string): string {
    const key = this.#keys.get(keyId);
    if (!key) throw new Error(`no key ${keyId} for meet codes`);
    return meetSignature(createHmac('sha256', key).update(text).digest());
  }
}
