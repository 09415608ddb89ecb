import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import {
  claimSignature,
  claimText,
  type ParsedClaimCode,
  parseClaimCode,
} from '../../domain/attendance/claim-codes.ts';
import { deriveKey } from '../../lib/derived-keys.ts';
import { areEqualSecrets } from '../../lib/equal-secrets.ts';

/** The invitation that a claim code is for. */
type Claimable = Pick<ParsedClaimCode, 'invitation_id' | 'epoch'>;

/**
 * Makes and verifies claim codes. They are not stored: a code names its invitation and its epoch, and
 * is signed, so that every export has the same links.
 */
export class ClaimCodesService {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #newest: string;

  /** @param deps.secrets the first one signs, all of them verify */
  constructor(deps: { secrets: readonly string[] }) {
    const keys = deps.secrets.map((secret) => deriveKey(secret, 'claim codes'));
    const [newest] = keys;
    if (newest === undefined) throw new Error('no secret for claim codes');
    this.#newest = newest.id;
    this.#keys = new Map(keys.map(({ id, bytes }) => [id, createSecretKey(bytes)]));
  }

  /** The code of an invitation: the start parameter of its link is `i_` and the code. */
  codeOf(claimable: Claimable): string {
    const text = claimText(claimable, this.#newest);
    return `${text}${this.#sign(text, this.#newest)}`;
  }

  /** What a code with a valid signature is for; undefined for any other text. */
  verify(code: string): Claimable | undefined {
    const parsed = parseClaimCode(code);
    if (!parsed || !this.#keys.has(parsed.key_id)) return undefined;
    const { invitation_id, epoch, key_id, signature } = parsed;
    const expected = this.#sign(claimText(parsed, key_id), key_id);
    return areEqualSecrets(expected, signature) ? { invitation_id, epoch } : undefined;
  }

  #sign(text: string, keyId: string): string {
    const key = this.#keys.get(keyId);
    if (!key) throw new Error(`no key ${keyId} for claim codes`);
    return claimSignature(createHmac('sha256', key).update(text).digest());
  }
}
