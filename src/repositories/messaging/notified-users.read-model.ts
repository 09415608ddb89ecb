import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';

/** Whom an open transaction has notified. */
export class NotifiedUsersReadModel extends OnDatabase {
  /** The id of the newest notification; 0 without any. */
  async findNewestId(): Promise<number> {
    const [row] = await this.db('notifications').max<{ id: number | null }[]>({ id: 'id' });
    return row?.id ?? 0;
  }

  /**
   * The number of users with a notification that this transaction wrote or changed, by its newest id at the
   * start.
   */
  async count(newestId: number): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { users: number }[] }>(
      `select count(distinct user_id) as users from notifications
        where (id > :newestId or change_id > :newestId)
          -- Other transactions commit notifications, too.
          and xmin = pg_current_xact_id()::xid`,
      { newestId },
    );
    return onlyRow(rows).users;
  }
}
