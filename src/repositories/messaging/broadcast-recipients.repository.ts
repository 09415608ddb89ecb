import type { Readable } from 'node:stream';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { bulkQuery, createStagingTable, deleteRefusedRows } from '../../db/staging.ts';
import type { RefusedRows } from '../../domain/imports.ts';
import type { SpreadsheetRow } from '../../domain/messaging/broadcast-recalls.ts';
import { copyLine } from '../../lib/copy-text.ts';
import { userIdOf } from '../attendance/invitations.sql.ts';

const STAGED = {
  name: 'staged_recipients',
  columns: {
    row: 'integer',
    user_id: 'bigint',
    messenger_id: 'bigint',
    username: 'text',
    variables: 'jsonb',
    // The user's id, set by `updateIdentified`.
    person_id: 'bigint',
  },
};

/** Sets the user of each row, found by its first key: user_id, messenger_id or username. */
const IDENTIFICATION = [
  `update staged_recipients s set person_id =
     case when s.user_id is null then ${userIdOf('s')} else s.user_id end`,
  `analyze staged_recipients`,
  `with kept as (
     select u.id from users u
      where u.id in (select person_id from staged_recipients) and u.erased_at is null
        for key share of u
   )
   update staged_recipients s set person_id = null
    where s.person_id is not null and s.person_id not in (select id from kept)`,
];

/**
 * The recipients in the spreadsheets of jobs. The staging table exists until the caller's
 * transaction ends.
 */
export class BroadcastRecipientsRepository extends OnDatabase {
  /** Encodes a spreadsheet row for `insertLines`. */
  lineOf(row: number, { user_id, messenger_id, username, variables }: SpreadsheetRow): string {
    return copyLine([row, user_id, messenger_id, username, JSON.stringify(variables), null]);
  }

  async insertLines(lines: Readable): Promise<void> {
    await createStagingTable(this.db, STAGED, lines);
  }

  /** Sets the user of each row, and locks these users FOR KEY SHARE against an erasure. */
  async updateIdentified(): Promise<void> {
    for (const statement of IDENTIFICATION) await bulkQuery(this.db, statement);
  }

  /** Deletes and returns the rows without a user, with a blocked user or with a repeated user. */
  async deleteRefused(): Promise<RefusedRows> {
    return deleteRefusedRows(
      this.db,
      STAGED,
      `with judged as (
         select s.row, s.person_id, u.is_blocked,
                case when s.user_id is not null then 'user_id'
                     when s.messenger_id is not null then 'messenger_id'
                     else 'username' end as field,
                min(s.row) over (partition by s.person_id) as first_row
           from staged_recipients s left join users u on u.id = s.person_id
       )
       select row, field, 'expected an existing user' as error, 'not_found' as code,
              null::jsonb as params
         from judged where person_id is null
       union all
       select row, field, 'this user is blocked', 'blocked', null from judged where is_blocked
       union all
       select row, field, 'the same user as in row ' || first_row,
              'same_person', jsonb_build_object('row', first_row)
         from judged where not is_blocked and row > first_row`,
    );
  }

  /** Inserts the remaining staged rows as recipients of a job. Returns their number. */
  async insertStaged(job_id: number): Promise<number> {
    const inserted = await bulkQuery<{ count: number }>(
      this.db,
      `with inserted as (
         insert into broadcast_recipients (job_id, user_id, variables)
         select :job_id, person_id, variables from staged_recipients
         returning 1
       )
       select count(*) as count from inserted`,
      { job_id },
    );
    return onlyRow(inserted).count;
  }

  /** Deletes the spreadsheet rows of a job whose notifications are inserted or that has ended. */
  async deleteAllFor(job_id: number): Promise<void> {
    await this.db('broadcast_recipients').where({ job_id }).delete();
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('broadcast_recipients').where({ user_id }).delete();
  }
}
