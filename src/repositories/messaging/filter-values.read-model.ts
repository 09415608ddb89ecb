import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';

interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** The values of each audience filter with the number of users they reach. */
export interface FilterValues {
  readonly all_users: number;
  readonly conferences: readonly { id: number; name: string; count: number }[];
  readonly events: readonly { id: number; title: string; count: number }[];
  /** Users who have opened the quest themselves. */
  readonly quests: readonly {
    id: number;
    title: string;
    in_progress: number;
    completed: number;
    count: number;
  }[];
  readonly ticket_types: readonly ValueCount[];
  readonly language_codes: readonly ValueCount[];
  readonly onboarding_statuses: readonly ValueCount[];
  readonly interests: readonly ValueCount[];
}

/** More than a menu shows. */
const MAX_VALUES = 200;

/** SQL for the values of a filter that reach the most users. `counted` groups `people`. */
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
    'quests',
    `select q.id, q.title, count(*) filter (where uq.status = 'in_progress') as in_progress,
            count(*) filter (where uq.status = 'completed') as completed, count(*) as count
       from user_quests uq
       join people p on p.id = uq.user_id
       join quests q on q.id = uq.quest_id
      where uq.source <> 'public' and q.deleted_at is null group by q.id`,
  ),
  top(
    'ticket_types',
    `select value, count(*) as count
       from (select distinct a.ticket_type as value, p.id
               from conference_attendances a join people p on p.id = a.user_id
              where holds_seat(a.status) and a.ticket_type is not null) as held
      group by value`,
  ),
  // `en` also reaches users with `en-GB`.
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
  // The most common spelling. A user never has one interest in two spellings.
  top(
    'interests',
    `select (array_agg(interest order by count desc, interest))[1] as value,
            sum(count)::bigint as count
       from (select interest, count(*) as count
               from people, unnest(interests) as interest group by interest) as spellings
      group by lower(interest)`,
  ),
].join(', ');

export class FilterValuesReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** At most `MAX_VALUES` values per filter, those that reach the most users first. */
  async find(): Promise<FilterValues> {
    const { rows } = await this.#db.raw<{ rows: FilterValues[] }>(
      // Each list needs other columns, and a materialized `people` would spill to disk: 0.8 s
      // instead of 1.0 s with 100,000 users.
      `with people as not materialized (
         select id, lower(language_code) as language_code, onboarding_status, interests
           from users where erased_at is null and not is_blocked
       )
       select (select count(*) from people) as all_users, ${LISTS}`,
    );
    return onlyRow(rows);
  }
}
