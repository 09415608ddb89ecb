import { OnDatabase } from '../../db/on-database.ts';

/** One-time codes that start a session of a key. Only their hashes are stored. */
export class AdminSignInCodesRepository extends OnDatabase {
  /** @param code_hash SHA-256 */
  async insert(
    code_hash: Buffer,
    code: { readonly key_id: number; readonly expires_at: string },
  ): Promise<void> {
    await this.db('admin_sign_in_codes').insert({ code_hash, ...code });
  }

  /**
   * Deletes a code and returns the public id of its key; undefined for a used, expired or unknown code. Of two
   * requests with one code, one gets it.
   */
  async deleteUnexpired(code_hash: Buffer, now: string): Promise<string | undefined> {
    const { rows } = await this.db.raw<{ rows: { public_id: string }[] }>(
      `delete from admin_sign_in_codes c using api_keys k
        where k.id = c.key_id and c.code_hash = :code_hash and c.expires_at > :now
       returning k.public_id`,
      { code_hash, now },
    );
    return rows[0]?.public_id;
  }

  /** Returns the number of deleted codes. */
  async deleteExpired(): Promise<number> {
    return this.db('admin_sign_in_codes').whereRaw('expires_at <= now()').delete();
  }
}
