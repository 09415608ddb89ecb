import { OnDatabase } from '../../db/on-database.ts';
import { bulkQuery } from '../../db/staging.ts';
import type { KeptTerms, TermFields } from '../../domain/networking/match-terms.ts';
import type { CountedTable } from '../../domain/operations/kept-numbers.ts';
import type { PeopleBatch } from '../attendance/conference-people.repository.ts';
import { batchEnds, countDifferences } from './kept-numbers.sql.ts';

/** Bounds how long a statement takes: 0.1 s of PostgreSQL. */
const ROWS_PER_BATCH = 10_000;

/** The rows with an id above `after` up to `upto`. */
export interface IdBatch {
  readonly after: number;
  readonly upto: number;
}

/** A field of a row that differs from what it counts. */
export interface CountDifference {
  readonly id: number;
  readonly field: string;
  readonly expected: number;
  readonly found: number;
}

/** What the terms of a user follow from, and the terms as they are kept. */
export interface TermsOwnerWithKept extends TermFields, KeptTerms {
  readonly id: number;
  readonly tags: readonly string[];
}

/** Compares kept numbers with the rows that they count, in batches. */
export class KeptNumbersReadModel extends OnDatabase {
  /** All rows of a table, in batches that count about the same number of rows. */
  async listBatches(table: CountedTable): Promise<IdBatch[]> {
    const { rows } = await this.db.raw<{ rows: { upto: number }[] }>(batchEnds(table), {
      size: ROWS_PER_BATCH,
    });
    return rows.map(({ upto }, n) => ({ after: rows[n - 1]?.upto ?? 0, upto }));
  }

  /** The fields of a batch of rows that differ from what they count. */
  async listCountDifferences(table: CountedTable, of: IdBatch): Promise<CountDifference[]> {
    return this.#rows(countDifferences(table), { ...of });
  }

  /** The users of a batch whose number of seats at a conference and its events is wrong. */
  async listPeopleDifferences({
    conference_id,
    after,
    upto,
  }: PeopleBatch): Promise<Omit<CountDifference, 'field'>[]> {
    return this.#rows(
      `select user_id as id, sum(counted)::integer as expected, sum(kept)::integer as found
         from (select a.user_id, 1 as counted, 0 as kept from conference_attendances a
                where a.conference_id = :conference_id and holds_seat(a.status)
               union all
               select a.user_id, 1, 0 from events e
                 join event_attendances a on a.event_id = e.id and holds_seat(a.status)
                where e.conference_id = :conference_id and e.status = 'approved'
               union all
               select p.user_id, 0, p.seats from conference_people p
                where p.conference_id = :conference_id) seats
        where user_id > :after and user_id <= :upto
        group by user_id having sum(counted) <> sum(kept)
        order by user_id`,
      { conference_id, after, upto },
    );
  }

  /** The next users with the terms that are kept of them, without those that the backlog has. */
  async listTerms(after: number, limit: number): Promise<TermsOwnerWithKept[]> {
    return this.#rows(
      `select u.id, u.interests, u.looking_for, u.offering, u.is_listed,
              coalesce((select e.tags from enrichments e
                         where e.user_id = u.id and e.synced_at is not null), '{}') as tags,
              coalesce((select json_agg(json_build_array(m.kind, m.term, m.is_listed))
                          from match_terms m where m.user_id = u.id), '[]') as terms
         from users u
        where u.id > :after
          and not exists (select from match_term_backlog b where b.user_id = u.id)
        order by u.id
        limit :limit`,
      { after, limit },
    );
  }

  /** The counts of terms that differ from the terms of listed users. Reads all terms. */
  async listTermCountDifferences(): Promise<
    { kind: string; term: string; expected: number; found: number }[]
  > {
    return bulkQuery(
      this.db,
      `select kind::text, term, coalesce(c.people, 0) as expected, coalesce(k.people, 0) as found
         from (select kind, term, count(*)::integer as people from match_terms where is_listed
                group by kind, term
                union all
               select '*', '', count(*)::integer from users where is_listed) c
         full join match_term_counts k using (kind, term)
        where c.people is distinct from k.people
        order by kind, term`,
    );
  }

  async #rows<Row>(sql: string, bindings: Readonly<Record<string, number>>): Promise<Row[]> {
    const { rows } = await this.db.raw(sql, bindings);
    return rows;
  }
}
