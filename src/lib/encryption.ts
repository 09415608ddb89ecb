import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, type KeyPurpose } from './derived-keys.ts';

/**
 * The place where a value is stored. It is authenticated with the value, which decrypts nowhere
 * else.
 */
export interface StoredAt {
  readonly table: string;
  readonly column: string;
  /** The id of the row, or of the user whose row it is. */
  readonly row_id: number;
}

const CIPHER = 'aes-256-gcm';
/** The first byte of each value, so that a later version can use another cipher. */
const VERSION = 1;
const KEY_ID_BYTES = 4;
/**
 * 96 bits, the only length that GCM uses unchanged; random, because a key encrypts far fewer than
 * 2^32 values.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;

/**
 * Encrypts values for columns of the database, with AES-256-GCM and a key for each purpose.
 * A value is: version (1 byte), key id (4), nonce (12), ciphertext, tag (16).
 */
export class Encryption {
  readonly #secrets: readonly [string, ...string[]];

  /** @param secrets the first one encrypts, all of them decrypt */
  constructor(secrets: readonly [string, ...string[]]) {
    this.#secrets = secrets;
  }

  /** The id of the key that encrypts, 8 hex digits. It is the same for every purpose. */
  keyIdOf(purpose: KeyPurpose): string {
    return deriveKey(this.#secrets[0], purpose).id;
  }

  /** Encrypts under the first secret. The same value has another ciphertext each time. */
  encrypt(purpose: KeyPurpose, at: StoredAt, plaintext: string): Buffer {
    const { id, bytes } = deriveKey(this.#secrets[0], purpose);
    const nonce = randomBytes(NONCE_BYTES);
    const header = Buffer.concat([Buffer.of(VERSION), Buffer.from(id, 'hex'), nonce]);
    const cipher = createCipheriv(CIPHER, bytes, nonce).setAAD(authenticated(at));
    const text = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([header, text, cipher.getAuthTag()]);
  }

  /**
   * Decrypts a value that `encrypt` made for the same purpose and place, under any of the secrets.
   *
   * @throws Error if no secret has its key, or if the value was changed or made for another place
   */
  decrypt(purpose: KeyPurpose, at: StoredAt, value: Uint8Array): string {
    const bytes = Buffer.from(value);
    if (bytes.length < HEADER_BYTES + TAG_BYTES || bytes[0] !== VERSION) {
      throw new Error(`${at.table}.${at.column}: not an encrypted value`);
    }
    const keyId = keyIdIn(bytes);
    const nonce = bytes.subarray(1 + KEY_ID_BYTES, HEADER_BYTES);
    const tag = bytes.subarray(-TAG_BYTES);
    const keys = this.#secrets.map((secret) => deriveKey(secret, purpose));
    const key = keys.find(({ id }) => id === keyId);
    if (!key) throw new Error(`${at.table}.${at.column}: no key ${keyId} in ENCRYPTION_KEY`);
    const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
      .setAAD(authenticated(at))
      .setAuthTag(tag);
    const text = decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}

/** The id of the key that encrypted a value, 8 hex digits. */
const keyIdIn = (value: Buffer): string => value.subarray(1, 1 + KEY_ID_BYTES).toString('hex');

const authenticated = ({ table, column, row_id }: StoredAt): Buffer =>
  Buffer.from(`${table}.${column}:${row_id}`);
