import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { bulk, refuse, stage } from '../../db/staging.ts';
import type { ImportCounts, PersonImport, RefusedRows } from '../../domain/imports.ts';
import { copyLine } from '../../lib/copy-text.ts';

const PROFILE_TEXTS = ['headline', 'company', 'job_title', 'bio'] as const;

/** What the messenger tells too: an import only fills these until the person signs in. */
const MESSENGER_TEXTS = {
  messenger_first_name: 'first_name',
  messenger_last_name: 'last_name',
  username: 'username',
  language_code: 'language_code',
} as const;

const FIELDS = [...Object.values(MESSENGER_TEXTS), ...PROFILE_TEXTS] as const;

const STAGED = {
  name: 'staged_users',
  columns: {
    row: 'integer',
    messenger_id: 'bigint',
    messenger_hash: 'text',
    ...Object.fromEntries(FIELDS.map((name) => [name, 'text'])),
    interests: 'text[]',
  },
};

const columns = Object.keys(MESSENGER_TEXTS).concat(PROFILE_TEXTS, 'interests');
const names = Object.values(MESSENGER_TEXTS);

/** The value of every column of `columns` after the import, of a user `u` and a staged row `s`. */
const MERGED = [
  ...Object.entries(MESSENGER_TEXTS).map(
    ([column, name]) => `imported_until_sign_in(u.last_seen_at, u.${column}, s.${name})`,
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

  async insertLines(lines: Readable): Promise<void> {
    await stage(this.#db, STAGED, lines);
  }

  /** Takes out, and names, the rows that only the database can refuse. */
  async deleteRefused(): Promise<RefusedRows> {
    return refuse(
      this.#db,
      STAGED,
      `with judged as (
         select s.row, min(s.row) over (partition by s.messenger_id) as first_row, s.first_name,
                u.id is not null as is_known, e.messenger_hash is not null as is_erased
           from staged_users s
           left join users u on u.messenger_id = s.messenger_id
           left join erased_people e on e.messenger_hash = s.messenger_hash
       )
       select row, 'messenger_id' as field, 'the same as in row ' || first_row as error
         from judged where row > first_row
       union all
       select row, 'messenger_id', 'this person had their data erased'
         from judged where row = first_row and is_erased and not is_known
       union all
       select row, 'first_name', 'expected a name for a new person'
         from judged where row = first_row and first_name is null and not is_erased and not is_known`,
    );
  }

  /** Writes what is new or changed, and nothing else. Counts rows. */
  async upsertStaged(): Promise<ImportCounts> {
    const created = await bulk<{ created: number; staged: number }>(
      this.#db,
      `
      with inserted as (
        insert into users (messenger_id, ${columns.join(', ')})
        select messenger_id, ${[...names, ...PROFILE_TEXTS].join(', ')}, coalesce(interests, '{}')
          from staged_users s
         where not exists (select from users u where u.messenger_id = s.messenger_id)
        on conflict (messenger_id) do nothing
        returning 1
      )
      select (select count(*) from inserted) as created, (select count(*) from staged_users) as staged
    `,
    );
    // After the insert: whoever came in between, by a sign-in or another import, is seen by now.
    const updated = await bulk<{ updated: number }>(
      this.#db,
      `
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
    `,
    );
    return { ...onlyRow(created), ...onlyRow(updated) };
  }
}
