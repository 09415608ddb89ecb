import type { Readable } from 'node:stream';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { bulkQuery, createStagingTable, deleteRefusedRows } from '../../db/staging.ts';
import type { ImportCounts, RefusedRows, UserImportRow } from '../../domain/imports.ts';
import { interestTerms } from '../../domain/networking/match-terms.ts';
import { copyLine } from '../../lib/copy-text.ts';

const PROFILE_TEXTS = ['headline', 'company', 'job_title', 'bio'] as const;

/** Messenger data: an import writes these columns only before the user's first sign-in. */
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
    messenger_hashes: 'text[]',
    ...Object.fromEntries(FIELDS.map((name) => [name, 'text'])),
    interests: 'text[]',
    interest_terms: 'text[]',
  },
};

const columns = Object.keys(MESSENGER_TEXTS).concat(PROFILE_TEXTS, 'interests');
const names = Object.values(MESSENGER_TEXTS);

/** SQL for the value of each of `columns` after the import of a staged row `s` into a user `u`. */
const MERGED = [
  ...Object.entries(MESSENGER_TEXTS).map(
    ([column, name]) => `imported_until_sign_in(u.last_seen_at, u.${column}, s.${name})`,
  ),
  ...[...PROFILE_TEXTS, 'interests'].map(
    (name) =>
      `case when '${name}' = any(u.edited_fields) then u.${name} else coalesce(s.${name}, u.${name}) end`,
  ),
];

/**
 * Writes user imports through a staging table, which PostgreSQL drops at the end of the
 * transaction.
 */
export class UserImportsRepository extends OnDatabase {
  /** Formats an import row for `insertLines`; `hashes` recognize an erased user. */
  lineOf(row: number, hashes: readonly string[], person: UserImportRow): string {
    const fields = FIELDS.map((name) => person[name]);
    const { messenger_id, interests } = person;
    const terms = interests && interestTerms(interests);
    return copyLine([row, messenger_id, hashes, ...fields, interests, terms]);
  }

  async insertLines(lines: Readable): Promise<void> {
    await createStagingTable(this.db, STAGED, lines);
  }

  /** Deletes and returns the rows that only the database can refuse. */
  async deleteRefused(): Promise<RefusedRows> {
    return deleteRefusedRows(
      this.db,
      STAGED,
      `with erased as (
         select distinct s.row from staged_users s, unnest(s.messenger_hashes) as hash
           join erased_people e on e.messenger_hash = hash
       ), judged as (
         select s.row, min(s.row) over (partition by s.messenger_id) as first_row, s.first_name,
                u.id is not null as is_known, e.row is not null as is_erased
           from staged_users s
           left join users u on u.messenger_id = s.messenger_id
           left join erased e on e.row = s.row
       )
       select row, 'messenger_id' as field, 'the same as in row ' || first_row as error,
              'same_person' as code, jsonb_build_object('row', first_row) as params
         from judged where row > first_row
       union all
       select row, 'messenger_id', 'this user has erased their account', 'erased', null
         from judged where row = first_row and is_erased and not is_known
       union all
       select row, 'first_name', 'expected a name for a new user', 'required', null
         from judged where row = first_row and first_name is null and not is_erased and not is_known`,
    );
  }

  /**
   * Inserts new users and updates changed ones; unchanged rows are not written. Returns row counts.
   */
  async upsertStaged(): Promise<ImportCounts> {
    const created = await bulkQuery<{ created: number; staged: number }>(
      this.db,
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
    // Runs after the insert, so that it also sees users inserted by a concurrent sign-in or import.
    const updated = await bulkQuery<{ updated: number }>(
      this.db,
      `
      with merged as (
        update users u
           set (${columns.join(', ')}, version, updated_at)
               = row(${MERGED.join(', ')}, u.version + 1, now())
          from staged_users s
         where u.messenger_id = s.messenger_id
           and (${columns.map((column) => `u.${column}`).join(', ')})
               is distinct from (${MERGED.join(', ')})
        returning 1
      )
      select count(*) as updated from merged
    `,
    );
    await this.#updateInterestTerms();
    return { ...onlyRow(created), ...onlyRow(updated) };
  }

  /** Rewrites the interests among the terms of the users that this transaction has written. */
  async #updateInterestTerms(): Promise<void> {
    await bulkQuery(
      this.db,
      `with written as (
         select u.id, u.is_listed, s.interest_terms as terms
           from staged_users s
           join users u on u.messenger_id = s.messenger_id
          where u.updated_at = now()::timestamptz(3) and u.interests = s.interests
       ), gone as (
         delete from match_terms m using written w
          where m.user_id = w.id and m.kind = 'i' and m.term <> all(w.terms)
       )
       insert into match_terms (user_id, kind, term, is_listed)
       select id, 'i', term, is_listed from written, unnest(terms) as term
       on conflict do nothing`,
    );
  }
}
