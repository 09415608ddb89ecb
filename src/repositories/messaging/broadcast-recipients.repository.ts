import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { bulkQuery, createStagingTable, deleteRefusedRows } from '../../db/staging.ts';
import type { RefusedRows } from '../../domain/imports.ts';
import type { SpreadsheetRow } from '../../domain/messaging/spreadsheet-broadcasts.ts';
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
    // What `identify` finds out.
    person_id: 'bigint',
  },
};

/** Whom each row means: by the first of its keys that it has. */
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
 * Whom the spreadsheets of jobs name. Works on a staging table that lives as long as the transaction
 * it is called in.
 */
export class BroadcastRecipientsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** A row of a spreadsheet as `stage` reads it. */
  lineOf(row: number, { user_id, messenger_id, username, variables }: SpreadsheetRow): string {
    return copyLine([row, user_id, messenger_id, username, JSON.stringify(variables), null]);
  }

  async insertLines(lines: Readable): Promise<void> {
    await createStagingTable(this.#db, STAGED, lines);
  }

  /** Finds out whom each row means, and keeps these people from being erased meanwhile. */
  async updateIdentified(): Promise<void> {
    for (const statement of IDENTIFICATION) await bulkQuery(this.#db, statement);
  }

  /** Takes out, and names, the rows of people who are not written to. */
  async deleteRefused(): Promise<RefusedRows> {
    return deleteRefusedRows(
      this.#db,
      STAGED,
      `with judged as (
         select s.row, s.person_id, u.is_blocked,
                case when s.user_id is not null then 'user_id'
                     when s.messenger_id is not null then 'messenger_id'
                     else 'username' end as field,
                min(s.row) over (partition by s.person_id) as first_row
           from staged_recipients s left join users u on u.id = s.person_id
       )
       select row, field, 'nobody is known by it' as error
         from judged where person_id is null
       union all
       select row, field, 'this person is blocked' from judged where is_blocked
       union all
       select row, field, 'the same person as in row ' || first_row
         from judged where not is_blocked and row > first_row`,
    );
  }

  /** Makes those who are still staged the people of a job; how many they are. */
  async insertStaged(job_id: number): Promise<number> {
    const inserted = await bulkQuery<{ count: number }>(
      this.#db,
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

  /** Those of a job, once they are its recipients or it is over. */
  async deleteAllFor(job_id: number): Promise<void> {
    await this.#db('broadcast_recipients').where({ job_id }).delete();
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.#db('broadcast_recipients').where({ user_id }).delete();
  }
}
