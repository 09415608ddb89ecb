import { OnDatabase } from '../../db/on-database.ts';
import { bulkQuery } from '../../db/staging.ts';
import type { KeptTerms, TermFields } from '../../domain/networking/match-terms.ts';
import type { CountedTable } from '../../domain/operations/denormalized-counters.ts';
import type { PeopleBatch } from '../attendance/conference-people.repository.ts';

/** What each table keeps, counted again for the row `k`: the fields, and SQL for what each must be. */
interface Counted {
  /** SQL that counts the source once, as the row `s`. */
  readonly source: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The field that tells how much a row counts. */
  readonly size: string;
  /** SQL of the rows that are compared. */
  readonly where?: string;
}

const seatsOf = (attendances: string, key: string) =>
  `(select count(*)::integer from ${attendances} a where a.${key} = k.id and holds_seat(a.status))`;

/** SQL for the seats beyond the capacity, which are given on purpose only. */
const overCapacity = (taken: string) =>
  `case when k.capacity is null then 0 else greatest(0, ${taken} - k.capacity) end`;

const COUNTED: Readonly<Record<CountedTable, Counted>> = {
  conferences: {
    size: 'attendee_count',
    source: `select count(a.user_id)::integer as attendees,
                    (count(*) - count(a.user_id))::integer as invited
               from registrations a
              where a.conference_id = k.id and holds_seat(a.status)`,
    fields: {
      attendee_count: 's.attendees',
      invited_count: 's.invited',
      over_capacity_count: overCapacity('s.attendees + s.invited'),
    },
  },
  events: {
    size: 'attendee_count',
    source: `select ${seatsOf('event_attendances', 'event_id')} as attendees`,
    fields: {
      attendee_count: 's.attendees',
      over_capacity_count: overCapacity('s.attendees'),
    },
  },
  ticket_types: {
    size: 'seat_count',
    source: `select count(*)::integer as seats from registrations a
              where a.conference_id = k.conference_id and coalesce(a.ticket_type, '') = k.name
                and holds_seat(a.status)`,
    fields: { seat_count: 's.seats', over_count: overCapacity('s.seats') },
  },
  quests: {
    size: 'participant_count',
    source: `select count(*)::integer as participants from user_quests uq where uq.quest_id = k.id`,
    fields: { participant_count: 's.participants' },
    where: 'k.deleted_at is null',
  },
};

/** The last id of each batch of rows, which count about the same number of others. */
const batchEnds = (table: CountedTable): string => `
  select max(id) as upto
    from (select id, sum(1 + ${COUNTED[table].size}) over (order by id) / :size as batch from ${table}) sized
   group by batch order by upto`;

/** The fields of a batch of rows that differ from what they count. */
function countDifferences(table: CountedTable): string {
  const { source, fields, where = 'true' } = COUNTED[table];
  const values = Object.entries(fields).map(([name, sql]) => `('${name}', ${sql}, k.${name})`);
  return `
    select k.id, f.field, f.expected, f.found
      from ${table} k
     cross join lateral (${source}) s
     cross join lateral (values ${values.join(', ')}) f (field, expected, found)
     where k.id > :after and k.id <= :upto and ${where} and f.expected <> f.found
     order by k.id, f.field`;
}

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
interface TermsOwnerWithKept extends TermFields, KeptTerms {
  readonly id: number;
  readonly tags: readonly string[];
}

/** Compares kept numbers with the rows that they count, in batches. */
export class DenormalizedCountersReadModel extends OnDatabase {
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
         from (select a.user_id, 1 as counted, 0 as kept from registrations a
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
