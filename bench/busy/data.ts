import type pg from 'pg';
import { createData, FIRST_FREE_USER, insertInboxes, USERS } from '../data.ts';

/** Those of a conference, instead of the quests of the data set, which measure writes. */
const QUESTS = 20;
/** Yesterday, so that the first sign-in of each attendee refreshes their row. */
const LAST_SEEN = `now() - interval '1 day'`;

const STATEMENTS = (users: number): readonly string[] => [
  `delete from quest_tasks where quest_id > ${QUESTS}`,
  `delete from quests where id > ${QUESTS}`,
  `insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
   select 1 + (user_id + k * 7) % ${QUESTS}, user_id, 'in_progress', 'self', now(), now()
     from registrations, generate_series(1, 3) k where conference_id = 1`,
  `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submissions,
                                 submitted_at, decided_at)
   select quest_id, user_id, quest_id, 'approved', 'self', 1, now(), now() from user_quests`,
  `insert into agenda_favorites (user_id, agenda_item_id)
   select user_id, 1 + (user_id * 13 + k * 47) % 400
     from registrations, generate_series(1, 8) k where conference_id = 1`,
  `insert into match_terms (user_id, kind, term, is_listed)
   select id, 'i'::"char", interest, true from users, unnest(interests) as interest union
   select id, kind, 'word' || floor(2000 * power(random(), 2.5)), true
     from users, (values ('l'::"char", 7), ('o', 8)) kinds (kind, tenths), generate_series(1, 5)
    where (id + ascii(kind::text)) % 10 < tenths`,
  `insert into match_term_counts (kind, term, people)
   select kind, term, count(*) from match_terms group by kind, term union all
   select '*', '', count(*) from users
   on conflict (kind, term) do update set people = excluded.people`,
  `update users set last_seen_at = ${LAST_SEEN}, messenger_signed_at = ${LAST_SEEN}
    where id <= ${users}`,
  `update user_activity set last_seen_at = ${LAST_SEEN} where user_id <= ${users}`,
];

export interface People {
  /** Attendees with a seat at the conference have the ids from 1 on. */
  readonly attendees: number;
  /** Users from this id on attend nothing. */
  readonly firstFree: number;
}

/**
 * Fills a migrated, empty database: the data set of the paths; of each attendee of the conference
 * 5 events, 8 favorites, 3 quests of 20 and 30 notifications; and what recommendations compare.
 */
export async function createBusyData(client: pg.Client, scale: number): Promise<People> {
  await createData(client, scale);
  await client.query('select setseed(0.5)');
  const attendees = (USERS / 10) * scale;
  await insertInboxes(client, attendees);
  for (const statement of STATEMENTS(attendees)) await client.query(statement);
  await client.query('vacuum analyze');
  return { attendees, firstFree: (FIRST_FREE_USER - 1) * scale + 1 };
}

/** Lets the same attendees sign in for the first time in a day again. */
export async function resetSignIns(client: pg.Client, { attendees }: People): Promise<void> {
  await client.query('set session_replication_role = origin');
  await client.query(
    `update users set last_seen_at = ${LAST_SEEN}, messenger_signed_at = ${LAST_SEEN}
      where id <= $1`,
    [attendees],
  );
  await client.query('delete from rate_limit_counters');
  await client.query('vacuum analyze users');
}
