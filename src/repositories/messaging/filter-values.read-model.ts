import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';

interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** What audiences can be chosen by, each with how many people it reaches. */
export interface FilterValues {
  readonly everybody: number;
  readonly conferences: readonly { id: number; name: string; count: number }[];
  readonly events: readonly { id: number; title: string; count: number }[];
  readonly ticket_types: readonly ValueCount[];
  readonly language_codes: readonly ValueCount[];
  readonly onboarding_statuses: readonly ValueCount[];
  readonly interests: readonly ValueCount[];
}

/** More than a menu can show. */
const MAX_VALUES = 200;

/** The values of a filter that reach most people, of a query that groups `people`. */
const top = (filter: keyof FilterValues, counted: string) =>
  `(select coalesce(json_agg(v), '[]')
      from (${counted} order by count desc, 1 limit ${MAX_VALUES}) as v) as ${filter}`;

const LISTS = [
  top(
    'conferences',
    `select c.id, c.name, count(*) as count
       from conference_attendances a
       join people p on p.id = a.user_id
       join conferences c on c.id = a.conference_id
      where holds_seat(a.status) group by c.id`,
  ),
  top(
    'events',
    `select e.id, e.title, count(*) as count
       from event_attendances a
       join people p on p.id = a.user_id
       join events e on e.id = a.event_id
      where holds_seat(a.status) group by e.id`,
  ),
  top(
    'ticket_types',
    `select value, count(*) as count
       from (select distinct a.ticket_type as value, p.id
               from conference_attendances a join people p on p.id = a.user_id
              where holds_seat(a.status) and a.ticket_type is not null) as held
      group by value`,
  ),
  // Who speaks `en-GB` is also reached by `en`.
  top(
    'language_codes',
    `select value, sum(count)::bigint as count
       from (select language_code, count(*) as count
               from people where language_code is not null group by language_code) as spoken,
            lateral (select language_code as value
                     union select split_part(language_code, '-', 1)) as codes
      group by value`,
  ),
  top(
    'onboarding_statuses',
    `select onboarding_status as value, count(*) as count
       from people group by onboarding_status`,
  ),
  // In the spelling that most of them use; nobody has the same interest in two.
  top(
    'interests',
    `select (array_agg(interest order by count desc, interest))[1] as value,
            sum(count)::bigint as count
       from (select interest, count(*) as count
               from people, unnest(interests) as interest group by interest) as spelt
      group by lower(interest)`,
  ),
].join(', ');

export class FilterValuesReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Of each filter at most `MAX_VALUES`, those that reach most people first. */
  async find(): Promise<FilterValues> {
    const { rows } = await this.#db.raw<{ rows: FilterValues[] }>(
      // Each list needs other columns of people, and kept together these would go to disk: with
      // 100,000 people 0.8 s instead of 1.0.
      `with people as not materialized (
         select id, lower(language_code) as language_code, onboarding_status, interests
           from users where erased_at is null and not is_blocked
       )
       select (select count(*) from people) as everybody, ${LISTS}`,
    );
    return onlyRow(rows);
  }
}
