import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { LANGUAGE_TAG } from './languages.sql.ts';

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

/** SQL for the values of a filter that reach the most users. */
const top = (filter: string, counted: string) =>
  `(select coalesce(json_agg(v), '[]')
      from (${counted} order by count desc, 1 limit ${MAX_VALUES}) as v) as ${filter}`;

/** Whose values are counted. */
interface Counted {
  /** SQL for a further condition on the conference of a row. */
  readonly within: (conferenceId: string) => string;
  /** The people of the filters that name no conference. */
  readonly people: 'people' | 'attendees';
}

const OF_ALL: Counted = { within: () => '', people: 'people' };
const OF_CONFERENCES: Counted = {
  within: (conferenceId) => ` and ${conferenceId} = any(:conference_ids::bigint[])`,
  people: 'attendees',
};

/** SQL for the values of each filter, and how many people have each. */
const LISTS: Readonly<Record<Exclude<keyof FilterValues, 'all_users'>, (of: Counted) => string>> = {
  conferences: ({ within }) => `
    select c.id, c.name, count(*) as count
      from registrations a
      join people p on p.id = a.user_id
      join conferences c on c.id = a.conference_id
     where holds_seat(a.status)${within('c.id')} group by c.id`,
  events: ({ within }) => `
    select e.id, e.title, count(*) as count
      from event_attendances a
      join people p on p.id = a.user_id
      join events e on e.id = a.event_id
     where holds_seat(a.status)${within('e.conference_id')} group by e.id`,
  quests: ({ within }) => `
    select q.id, q.title, count(*) filter (where uq.status = 'in_progress') as in_progress,
           count(*) filter (where uq.status = 'completed') as completed, count(*) as count
      from user_quests uq
      join people p on p.id = uq.user_id
      join quests q on q.id = uq.quest_id
     where uq.source <> 'public' and q.deleted_at is null${within('q.conference_id')} group by q.id`,
  ticket_types: ({ within }) => `
    select value, count(*) as count
      from (select distinct a.ticket_type as value, p.id
              from registrations a join people p on p.id = a.user_id
             where holds_seat(a.status) and a.ticket_type is not null${within('a.conference_id')}) as held
     group by value`,
  // `en` also reaches users with `en-GB`.
  language_codes: ({ people }) => `
    select value, sum(count)::bigint as count
      from (select string_to_array(language, '-') as parts, count(*) as count
              from ${people} where language is not null group by language) as spoken,
           lateral (select array_to_string(parts[1:n], '-') as value
                      from generate_series(1, cardinality(parts)) as n) as codes
     group by value`,
  onboarding_statuses: ({ people }) => `
    select onboarding_status as value, count(*) as count
      from ${people} group by onboarding_status`,
  // The most common spelling. A user never has one interest in two spellings.
  interests: ({ people }) => `
    select (array_agg(interest order by count desc, interest))[1] as value,
           sum(count)::bigint as count
      from (select interest, count(*) as count
              from ${people}, unnest(interests) as interest group by interest) as spellings
     group by lower(interest)`,
};

const listsOf = (counted: Counted): string =>
  Object.entries(LISTS)
    .map(([filter, sqlOf]) => top(filter, sqlOf(counted)))
    .join(', ');

/** The people with a seat at one of `:conference_ids`, or at one of their events. */
const ATTENDEES = `, attendees as not materialized (
         select * from people where exists (
           select from conference_people s
            where s.user_id = people.id and s.conference_id = any(:conference_ids::bigint[])))`;

export class FilterValuesReadModel extends OnDatabase {
  /**
   * At most `MAX_VALUES` values per filter, those that reach the most users first.
   * @param conference_ids those of the key, whose people count; null for all users
   */
  async find(conference_ids: readonly number[] | null): Promise<FilterValues> {
    const counted = conference_ids ? OF_CONFERENCES : OF_ALL;
    const { rows } = await this.db.raw<{ rows: FilterValues[] }>(
      // Each list needs other columns, and a materialized `people` would spill to disk: 0.8 s
      // instead of 1.0 s with 100,000 users.
      `with people as not materialized (
         select id, lower(${LANGUAGE_TAG}) as language, onboarding_status, interests
           from users u where erased_at is null and not is_blocked
       )${conference_ids ? ATTENDEES : ''}
       select (select count(*) from ${counted.people}) as all_users, ${listsOf(counted)}`,
      conference_ids ? { conference_ids: [...conference_ids] } : {},
    );
    return onlyRow(rows);
  }
}
