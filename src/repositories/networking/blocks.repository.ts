import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { MAX_BLOCKS } from '../../domain/networking/blocks.ts';

export interface NewBlock {
  readonly blocker_id: number;
  readonly blocked_id: number;
  readonly created_at: string;
}

/** At most one of the two is true; neither is if the blocker has `MAX_BLOCKS` blocks. */
export interface InsertedBlock {
  readonly is_inserted: boolean;
  readonly is_known: boolean;
}

/** SQL for whether the blocker sees the name: of a listed user, or in a connection. */
const IS_NAMED = `(
  exists (select from users where id = :blocked_id and is_listed)
   and not exists (select from blocks where blocker_id = :blocked_id and blocked_id = :blocker_id)
   or exists (select from connections
               where least(requester_id, recipient_id) = least(:blocker_id::bigint, :blocked_id)
                 and greatest(requester_id, recipient_id)
                   = greatest(:blocker_id::bigint, :blocked_id)))`;

/** Users who block users. */
export class BlocksRepository extends OnDatabase {
  /** Call it while both users are locked: then the limit is exact. Changes no known block. */
  async insert(block: NewBlock): Promise<InsertedBlock> {
    const { rows } = await this.db.raw<{ rows: InsertedBlock[] }>(
      `with known as (
         select from blocks where blocker_id = :blocker_id and blocked_id = :blocked_id
       ), inserted as (
         insert into blocks (blocker_id, blocked_id, created_at, is_named)
         select :blocker_id::bigint, :blocked_id::bigint, :created_at::timestamptz, ${IS_NAMED}
          where not exists (select from known)
            and (select count(*) from blocks where blocker_id = :blocker_id) < :max
         returning 1
       )
       select exists (select from inserted) as is_inserted, exists (select from known) as is_known`,
      { ...block, max: MAX_BLOCKS },
    );
    return onlyRow(rows);
  }

  /** Whether one of the two blocks the other. */
  async exists(oneId: number, otherId: number): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `select from blocks where blocker_id = :oneId and blocked_id = :otherId
       union all
       select from blocks where blocker_id = :otherId and blocked_id = :oneId`,
      { oneId, otherId },
    );
    return rows.length > 0;
  }

  /** Whether the other user blocks this one. */
  async isBlockedBy(userId: number, otherId: number): Promise<boolean> {
    const row = await this.db('blocks')
      .where({ blocker_id: otherId, blocked_id: userId })
      .first(this.db.raw('1'));
    return row !== undefined;
  }

  async delete(blocker_id: number, blocked_id: number): Promise<void> {
    await this.db('blocks').where({ blocker_id, blocked_id }).delete();
  }

  /** Deletes the blocks by and of a user. */
  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('blocks')
      .where({ blocker_id: user_id })
      .orWhere({ blocked_id: user_id })
      .delete();
  }
}
