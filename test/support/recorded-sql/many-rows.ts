import type { Knex } from 'knex';
import { people } from '../factories.ts';
import type { Rows } from './rows.ts';

/** More than a search compares one by one, so that it goes on to its indexes. */
const MANY = 600;

/** What a search of each list finds none of its words in. */
const STATEMENTS: readonly string[] = [
  `insert into conferences (slug, name, city, starts_on, ends_on, timezone, status, published_at)
   select 'one-' || n, 'One ' || n, 'Town', date '2026-05-20', date '2026-05-21', 'UTC', 'published',
          now()
     from generate_series(1, :many) n`,
  `insert into events (slug, conference_id, title, status, source, starts_at, ends_at, timezone)
   select 'one-' || n, :conference, 'One ' || n, 'approved', 'admin',
          timestamptz '2027-05-20' + n * interval '1 minute',
          timestamptz '2027-05-20' + n * interval '1 hour', 'UTC'
     from generate_series(1, :many) n`,
  `insert into speakers (slug, name, status)
   select 'one-' || n, 'One ' || n, 'published' from generate_series(1, :many) n`,
  `insert into feedback (user_id, message, rating, category)
   select :user, 'One ' || n, 5, 'other' from generate_series(1, :many) n`,
  `insert into quests (slug, title, is_active)
   select 'one-' || n, 'One ' || n, true from generate_series(1, :many) n`,
  `insert into event_attendances (event_id, user_id, status, registered_at)
   select :event, unnest(:people::bigint[]), 'registered', now()`,
  `insert into registrations (conference_id, user_id, status, registered_at)
   select :conference, unnest(:people::bigint[]), 'registered', now()`,
  `insert into partner_accounts (user_id, status) select unnest(:people::bigint[]), 'none'`,
  `insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
   select :quest, unnest(:people::bigint[]), 'in_progress', 'self', now(), now()`,
];

/** Makes every searched list longer than what a search compares one by one. */
export async function insertMany(db: Knex, { conference, event, user, quest }: Rows) {
  const many = await people(db, MANY, { is_discoverable: true });
  for (const statement of STATEMENTS) {
    await db.raw(statement, {
      many: MANY,
      people: many.map(({ id }) => id),
      conference: conference.id,
      event: event.id,
      user: user.id,
      quest: quest.id,
    });
  }
}
