import { OnDatabase } from '../../db/on-database.ts';
import type { EncryptedColumn } from '../../domain/operations/encrypted-columns.ts';

export interface EncryptedValue {
  readonly row_id: number;
  readonly value: Buffer;
}

/** The values of encrypted columns, and the keys that stored hashes need. */
export class EncryptedColumnsRepository extends OnDatabase {
  /** The next values that a key other than `keyId` encrypted, by the id of their row. */
  async listOlder(
    { table, column, key }: EncryptedColumn,
    { keyId, after, limit }: { keyId: string; after: number; limit: number },
  ): Promise<EncryptedValue[]> {
    const { rows } = await this.db.raw<{ rows: EncryptedValue[] }>(
      `select :key: as row_id, :column: as value
         from :table:
        where :key: > :after and substring(:column: from 2 for 4) <> decode(:keyId, 'hex')
        order by :key:
        limit :limit`,
      { table, column, key, keyId, after, limit },
    );
    return rows;
  }

  /** Replaces a value. Returns false if it has changed since it was read. */
  async update(
    { table, column, key }: EncryptedColumn,
    { row_id, value }: EncryptedValue,
    encrypted: Buffer,
  ): Promise<boolean> {
    const rows = await this.db(table)
      .where({ [key]: row_id, [column]: value })
      .update({ [column]: encrypted });
    return rows > 0;
  }

  /**
   * The number of hashes by key. They cannot be computed again, because their text is not stored. A
   * null key dates from before the ids.
   */
  async countHashesByKey(): Promise<{ table: string; key_id: string | null; count: number }[]> {
    const { rows } = await this.db.raw(
      `select 'connection_requests' as table, key_id, count(*) as count
         from connection_requests group by key_id
       union all
       select 'registrations', guest_key_id, count(*) from registrations
        where ticket_code_hash is not null or scan_code_hash is not null or order_hash is not null
           or email_hash is not null or erased_key_hashes <> '{}'
        group by guest_key_id
       union all
       select 'ticket_types', access_code_key_id, count(*) from ticket_types
        where access_code_hash is not null group by access_code_key_id
       union all
       select 'erased_people', key_id, count(*) from erased_people group by key_id
       union all
       select 'partner_erased', key_id, count(*) from partner_erased group by key_id
       order by 1, 2`,
    );
    return rows;
  }
}
