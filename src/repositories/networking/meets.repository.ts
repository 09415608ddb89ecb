import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Connection } from '../../domain/networking/connections.ts';
import type { Party } from './connections.repository.ts';
import { CONNECTION_COLUMNS, isNotHidden } from './connections.sql.ts';

/** A meeting of the user who scanned a code with the user who showed it. */
export interface NewMeeting extends Pick<Connection, 'requester_id' | 'recipient_id'> {
  readonly met_at: string;
  /** Null for a meeting anywhere else. */
  readonly conference_id: number | null;
}

/** Connections of users who met in person. */
export class MeetsRepository extends OnDatabase {
  /**
   * Locks these users FOR NO KEY UPDATE, by id. Returns those who are neither blocked by an
   * administrator nor erased, by id.
   */
  async lockParties(ids: readonly number[]): Promise<Party[]> {
    const { rows } = await this.db.raw<{
      rows: (Party & { is_blocked: boolean; is_erased: boolean })[];
    }>(
      `select id, messenger_id, first_name, last_name, photo_url, is_blocked,
              erased_at is not null as is_erased
         from users where id = any(:ids::bigint[]) order by id for no key update`,
      { ids: [...ids] },
    );
    return rows.flatMap(({ is_blocked, is_erased, ...party }) =>
      is_blocked || is_erased ? [] : [party],
    );
  }

  /**
   * Inserts the accepted connection of a meeting. Undefined when the pair already has a row, or one of
   * the two blocks the other: then it changes nothing. Call it while both users are locked.
   */
  async insertIfAbsent(meeting: NewMeeting): Promise<Connection | undefined> {
    const { rows } = await this.db.raw<{ rows: Connection[] }>(
      `insert into connections
         (requester_id, recipient_id, status, created_at, responded_at, met_at, met_conference_id)
       select :requester_id::bigint, :recipient_id::bigint, 'accepted', :met_at::timestamptz,
              :met_at::timestamptz, :met_at::timestamptz, :conference_id::bigint
        where ${isNotHidden(':requester_id', ':recipient_id')}
       on conflict do nothing
       returning ${CONNECTION_COLUMNS.join(', ')}`,
      { ...meeting },
    );
    return rows[0];
  }

  /** Writes the meeting into the row of the pair, which is accepted then. */
  async updateMet(
    id: number,
    { met_at, conference_id }: Pick<NewMeeting, 'met_at' | 'conference_id'>,
  ): Promise<Connection> {
    const { rows } = await this.db.raw<{ rows: Connection[] }>(
      `update connections
          set status = 'accepted', met_at = :met_at, met_conference_id = :conference_id,
              responded_at = case when status = 'accepted' then responded_at
                                  else :met_at::timestamptz end
        where id = :id
       returning ${CONNECTION_COLUMNS.join(', ')}`,
      { id, met_at, conference_id },
    );
    return onlyRow(rows);
  }
}
