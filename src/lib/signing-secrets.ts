import type { KeyPurpose } from './derived-keys.ts';
import type { Encryption } from './encryption.ts';
import { newSigningSecret } from './standard-webhooks.ts';

/** The secrets of a row: the current one, and until a time the one before. */
export interface StoredSecrets {
  /** Null where nothing is signed. */
  readonly secret_encrypted: Buffer | null;
  /** Null once it is not valid any more. */
  readonly old_secret_encrypted: Buffer | null;
}

/** A new secret, and the columns in which it is stored. */
export interface RotatedSecret {
  /** `whsec_…`; no later answer shows it. */
  readonly secret: string;
  readonly columns: StoredSecrets & { readonly old_secret_until: string | null };
}

/** The signing secrets of the rows of a table, encrypted at rest. */
export class SigningSecrets {
  readonly #encryption: Encryption;
  readonly #table: string;
  readonly #purpose: KeyPurpose;

  constructor(encryption: Encryption, of: { table: string; purpose: KeyPurpose }) {
    this.#encryption = encryption;
    this.#table = of.table;
    this.#purpose = of.purpose;
  }

  /** A new secret for a row. The current one stays valid until `oldUntil`; null ends it at once. */
  rotated(
    row_id: number,
    stored: StoredSecrets | undefined,
    oldUntil: string | null,
  ): RotatedSecret {
    const secret = newSigningSecret();
    const current = oldUntil === null ? undefined : this.list(row_id, stored)[0];
    const columns = {
      secret_encrypted: this.#encrypt(row_id, 'secret_encrypted', secret),
      old_secret_encrypted:
        current === undefined ? null : this.#encrypt(row_id, 'old_secret_encrypted', current),
      old_secret_until: current === undefined ? null : oldUntil,
    };
    return { secret, columns };
  }

  /** The stored secrets, the newest first; none for an unknown row. */
  list(row_id: number, stored: StoredSecrets | undefined): readonly string[] {
    return (['secret_encrypted', 'old_secret_encrypted'] as const).flatMap((column) => {
      const value = stored?.[column];
      const at = { table: this.#table, column, row_id };
      return value ? [this.#encryption.decrypt(this.#purpose, at, value)] : [];
    });
  }

  #encrypt(row_id: number, column: keyof StoredSecrets, secret: string): Buffer {
    return this.#encryption.encrypt(this.#purpose, { table: this.#table, column, row_id }, secret);
  }
}
