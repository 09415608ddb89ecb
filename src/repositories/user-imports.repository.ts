import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { BULK_STATEMENT_MS, copyInto } from '../db/copy.ts';
import { onlyRow } from '../db/rows.ts';
import type { PersonImport, RowError } from '../domain/imports.ts';
import { copyLine } from '../lib/copy-text.ts';

const PROFILE_TEXTS = ['headline', 'company', 'job_title', 'bio'] as const;

/** What the messenger tells too: an import only fills these until the person signs in. */
const MESSENGER_TEXTS = {
  messenger_first_name: 'first_name',
  messenger_last_name: 'last_name',
  username: 'username',
  language_code: 'language_code',
} as const;

const FIELDS = [...Object.values(MESSENGER_TEXTS), ...PROFILE_TEXTS] as const;

const columns = Object.keys(MESSENGER_TEXTS).concat(PROFILE_TEXTS, 'interests');
const names = Object.values(MESSENGER_TEXTS);

/** The value of every column of `columns` after the import, of a user `u` and a staged row `s`. */
const MERGED = [
  ...Object.entries(MESSENGER_TEXTS).map(
    ([column, name]) =>
      `case when u.last_seen_at is null then coalesce(s.${name}, u.${column}) else u.${column} end`,
  ),
  ...[...PROFILE_TEXTS, 'interests'].map(
    (name) =>
      `case when '${name}' = any(u.edited_fields) then u.${name} else coalesce(s.${name}, u.${name}) end`,
  ),
];

/** Works on a staging table that lives as long as the transaction it is called in. */
export class UserImportsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** A row of the import as `stage` reads it; `hash` is what an erased person would be known by. */
  lineOf(row: number, hash: string, person: PersonImport): string {
    const fields = FIELDS.map((name) => person[name]);
    return copyLine([row, person.messenger_id, hash, ...fields, person.interests]);
  }

  async stage(lines: Readable): Promise<void> {
    await this.#db.raw(`
      set local statement_timeout = ${BULK_STATEMENT_MS};
      create temporary table staged_users (
        row integer, messenger_id bigint, messenger_hash text,
        ${FIELDS.map((name) => `${name} text`).join(', ')}, interests text[]
      ) on commit drop
    `);
    await copyInto(this.#db, 'staged_users', lines);
    await this.#bulk('analyze staged_users');
  }

  /** Takes out, and names, the rows that only the database can refuse. */
  async refuse(): Promise<RowError[]> {
    return this.#bulk<RowError>(`
      with refused as (
        select s.row, 'messenger_id' as field, 'this person had their data erased' as error
          from staged_users s
         where s.messenger_hash in (select messenger_hash from erased_people)
           and not exists (select from users u where u.messenger_id = s.messenger_id)
        union all
        select s.row, 'first_name', 'expected a name for a new person'
          from staged_users s
         where s.first_name is null
           and s.messenger_hash not in (select messenger_hash from erased_people)
           and not exists (select from users u where u.messenger_id = s.messenger_id)
      ), taken_out as (
        delete from staged_users s using refused r where s.row = r.row
      )
      select row, field, error from refused order by row
    `);
  }

  /** Writes what is new or changed, and nothing else. Counts rows. */
  async merge(): Promise<{ staged: number; created: number; updated: number }> {
    const created = await this.#bulk<{ created: number; staged: number }>(`
      with inserted as (
        insert into users (messenger_id, ${columns.join(', ')})
        select messenger_id, ${[...names, ...PROFILE_TEXTS].join(', ')}, coalesce(interests, '{}')
          from staged_users s
         where not exists (select from users u where u.messenger_id = s.messenger_id)
        on conflict (messenger_id) do nothing
        returning 1
      )
      select (select count(*) from inserted) as created, (select count(*) from staged_users) as staged
    `);
    // After the insert: whoever came in between, by a sign-in or another import, is seen by now.
    const updated = await this.#bulk<{ updated: number }>(`
      with merged as (
        update users u
           set (${columns.join(', ')}, updated_at) = row(${MERGED.join(', ')}, now())
          from staged_users s
         where u.messenger_id = s.messenger_id
           and (${columns.map((column) => `u.${column}`).join(', ')})
               is distinct from (${MERGED.join(', ')})
        returning 1
      )
      select count(*) as updated from merged
    `);
    return { ...onlyRow(created), ...onlyRow(updated) };
  }

  /** A statement that may take as long as a bulk import does. */
  async #bulk<Row>(sql: string): Promise<Row[]> {
    const { rows } = await this.#db.raw<{ rows: Row[] }>(sql).options({
      query_timeout: BULK_STATEMENT_MS,
    });
    return rows;
  }
}
