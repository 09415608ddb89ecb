import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKey, type KeyPurpose } from './derived-keys.ts';

const ID_BYTES = 6;
const KEY_ID_BYTES = 4;
/** 128 bits: a code cannot be guessed. */
const MAC_BYTES = 16;

/** What a code says: the id of a row, and a number whose meaning is its purpose's. */
export interface CodeContent {
  readonly id: number;
  readonly number: number;
}

/**
 * Makes and verifies codes that are not stored: an id, a number and the id of the key, signed by an HMAC
 * of 128 bits, in base64url. The first 8 characters are the id.
 */
export class SignedCodes {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #newest: string;
  readonly #numberBytes: number;

  /**
   * @param given.secrets the first one signs, all of them verify
   * @param given.numberBytes of the number in the code, 1 to 6
   */
  constructor(given: {
    readonly secrets: readonly string[];
    readonly purpose: KeyPurpose;
    readonly numberBytes: number;
  }) {
    const keys = given.secrets.map((secret) => deriveKey(secret, given.purpose));
    const [newest] = keys;
    if (newest === undefined) throw new Error(`no secret for ${given.purpose}`);
    this.#newest = newest.id;
    this.#keys = new Map(keys.map(({ id, bytes }) => [id, createSecretKey(bytes)]));
    this.#numberBytes = given.numberBytes;
  }

  /** The code of this content: the same each time, as long as the first secret stays. */
  codeOf({ id, number }: CodeContent): string {
    const content = Buffer.alloc(this.#contentBytes());
    content.writeUIntBE(id, 0, ID_BYTES);
    content.writeUIntBE(number, ID_BYTES, this.#numberBytes);
    content.write(this.#newest, ID_BYTES + this.#numberBytes, 'hex');
    const key = this.#keys.get(this.#newest);
    if (!key) throw new Error('the newest key is missing');
    return Buffer.concat([content, macOf(content, key)]).toString('base64url');
  }

  /** The content of a code with a valid signature; undefined for any other text. */
  verify(code: string): CodeContent | undefined {
    const bytes = Buffer.from(code, 'base64url');
    // The decoder skips what it does not know: only one text is the code.
    const isWhole = bytes.length === this.#contentBytes() + MAC_BYTES;
    if (!isWhole || bytes.toString('base64url') !== code) return undefined;
    const content = bytes.subarray(0, this.#contentBytes());
    const key = this.#keys.get(content.toString('hex', ID_BYTES + this.#numberBytes));
    if (!key || !timingSafeEqual(macOf(content, key), bytes.subarray(content.length))) {
      return undefined;
    }
    return {
      id: content.readUIntBE(0, ID_BYTES),
      number: content.readUIntBE(ID_BYTES, this.#numberBytes),
    };
  }

  #contentBytes(): number {
    return ID_BYTES + this.#numberBytes + KEY_ID_BYTES;
  }
}

const macOf = (content: Buffer, key: KeyObject): Buffer =>
  createHmac('sha256', key).update(content).digest().subarray(0, MAC_BYTES);
