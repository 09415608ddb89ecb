import type { Knex } from 'knex';
import { lookUp } from '../../db/statement.ts';

/** What a user has at the conference or event of a quest. */
export interface Presence {
  readonly has_seat: boolean;
  readonly is_checked_in: boolean;
}

const FIND = lookUp<{ quest_id: number; user_id: number }, Presence>((db, { quest_id, user_id }) =>
  db.raw(
    `select coalesce(holds_seat(a.status), false) as has_seat,
            a.checked_in_at is not null as is_checked_in
       from quests q
       left join lateral (
              select status, checked_in_at from event_attendances
               where event_id = q.event_id and user_id = :user_id
              union all
              select status, checked_in_at from conference_attendances
               where q.event_id is null and conference_id = q.conference_id and user_id = :user_id
            ) a on true
      where q.id = :quest_id`,
    { quest_id, user_id },
  ),
);

/** Reads whether a user may start a quest that asks for a seat or a check-in. */
export class QuestAccessReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** At the quest's event, or else at its conference. */
  async find(quest_id: number, user_id: number): Promise<Presence | undefined> {
    return FIND.first(this.#db, { quest_id, user_id });
  }
}
