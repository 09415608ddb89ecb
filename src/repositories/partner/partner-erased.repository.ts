import { OnDatabase } from '../../db/on-database.ts';

export interface ErasedPartnerAccount {
  readonly account_hash: string;
  /** The key that made the hash. */
  readonly key_id: string;
  readonly erased_at: string;
}

/** Keyed hashes of the partner accounts with which erased users had minted. */
export class PartnerErasedRepository extends OnDatabase {
  /** Whether one of the hashes of a partner account, under every key, is stored. */
  async findAny(hashes: readonly string[]): Promise<boolean> {
    const row = await this.db('partner_erased').whereIn('account_hash', hashes).first('key_id');
    return row !== undefined;
  }

  async upsert(account: ErasedPartnerAccount): Promise<void> {
    await this.db('partner_erased').insert(account).onConflict('account_hash').merge();
  }
}
