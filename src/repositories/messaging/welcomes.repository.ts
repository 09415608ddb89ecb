import type { Knex } from 'knex';
import { type NotifiedRow, notifiedColumn } from '../../db/notify-channel.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import type { Welcome, WelcomeFields } from '../../domain/messaging/welcomes.ts';
import type { OnNotified } from '../post-commit-hooks.ts';
import { renderedQuery } from './rendering.sql.ts';

const COLUMNS = [
  'conference_id',
  'title',
  'body',
  'translations',
  'action_url',
  'start',
  'is_on',
  'since',
  'version',
] as const satisfies readonly (keyof Welcome)[];

/** SQL for whether the seat `r` is to be welcomed by `w`. */
const IS_DUE = `r.conference_id = w.conference_id and r.welcomed_at is null and r.seated_at >= w.since
  and holds_seat(r.status) and r.user_id is not null`;

const IS_OPEN = `exists (select from conferences c
  where c.id = w.conference_id and c.status = 'published' and c.ends_at > :now)`;

/**
 * Marks the next seats as welcomed, and writes to their users. A message about the seat itself that is not
 * sent yet carries the text, so that there is no second one.
 */
const INSERT_DUE = `
  with picked as (
    select r.id, r.user_id
      from conference_welcomes w join registrations r on ${IS_DUE} join users u on u.id = r.user_id
     where w.conference_id = :conference_id and w.is_on and u.erased_at is null
     order by r.seated_at, r.id limit :limit
       for key share of u skip locked for no key update of r skip locked
  ), welcomed as (
    update registrations r set welcomed_at = now() from picked where r.id = picked.id
  ), rendered as (
    select texts.* from :texts as texts join picked on picked.user_id = texts.user_id
  ), notified as (
    insert into notifications (user_id, type, title, body, action_url, start, data)
    select user_id, 'welcome', title, body, :action_url, :start::jsonb, :data::jsonb from rendered
    returning id, user_id
  ), unsent as (
    select n.id, n.user_id
      from picked join notifications n on n.user_id = picked.user_id
      join deliveries d on d.notification_id = n.id
     where n.type = 'seat_given' and d.status = 'queued' and n.args is not null
       and (n.data -> 'conference_id' = to_jsonb(:conference_id::bigint)
            or n.data -> 'conference_ids' @> to_jsonb(:conference_id::bigint))
       for no key update of d skip locked
  ), carried as (
    update notifications n
       set args = jsonb_set(n.args, '{welcomes}', coalesce(n.args -> 'welcomes', '[]')
             || jsonb_build_array(jsonb_build_object('title', t.title, 'body', t.body)))
      from unsent join rendered t on t.user_id = unsent.user_id
     where n.id = unsent.id
  ), written as (
    insert into deliveries (notification_id, user_id, is_bulk)
    select t.id, t.user_id, true
      from notified t
      join users u on u.id = t.user_id
      left join notification_settings s on s.user_id = t.user_id
     where not u.is_blocked and t.user_id not in (select user_id from unsent)
       and delivery_skip_reason(
         u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic) is null
    returning 1
  )
  select count(*) as count, ${notifiedColumn('exists (select from written)')} from notified`;

/** The welcomes of conferences. Lock the conference before you change its welcome. */
export class WelcomesRepository extends OnDatabase {
  readonly #onNotified: OnNotified;

  constructor(db: Knex, onNotified: OnNotified) {
    super(db);
    this.#onNotified = onNotified;
  }

  async find(conference_id: number): Promise<Welcome | undefined> {
    return this.#table()
      .where({ conference_id })
      .first(...COLUMNS);
  }

  /** Locks the row FOR SHARE, so that nobody edits or switches off what is being sent. */
  async lockOn(conference_id: number): Promise<Welcome | undefined> {
    return this.#table()
      .where({ conference_id, is_on: true })
      .forShare()
      .first(...COLUMNS);
  }

  /** Raises the version. Switched on, it welcomes those who get a seat from now on. */
  async upsert(
    conference_id: number,
    { translations, start, ...fields }: WelcomeFields,
  ): Promise<Welcome> {
    const columns = {
      ...fields,
      translations: JSON.stringify(translations),
      start: start && JSON.stringify(start),
    };
    const since = 'case when excluded.is_on then coalesce(conference_welcomes.since, now()) end';
    const rows = await this.#table()
      .insert({ conference_id, ...columns, since: fields.is_on ? this.db.fn.now(3) : null })
      .onConflict('conference_id')
      .merge({
        ...columns,
        since: this.db.raw(since),
        version: this.db.raw('conference_welcomes.version + 1'),
      })
      .returning<Welcome[]>(COLUMNS);
    return onlyRow(rows);
  }

  async delete(conference_id: number): Promise<void> {
    await this.#table().where({ conference_id }).delete();
  }

  /** Conferences with seats to welcome. */
  async listDue(now: string): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { conference_id: number }[] }>(
      `select w.conference_id from conference_welcomes w
        where w.is_on and ${IS_OPEN} and exists (select from registrations r where ${IS_DUE})
        order by w.conference_id`,
      { now },
    );
    return rows.map(({ conference_id }) => conference_id);
  }

  /** Welcomes at most `limit` users. Returns their number. */
  async insertDue(
    { conference_id, title, body, translations, action_url, start }: Welcome,
    { limit, now }: { limit: number; now: string },
  ): Promise<number> {
    const audience = { conference_ids: [conference_id] };
    const texts = renderedQuery(this.db, { title, body, translations, audience, now });
    texts.whereRaw('u.id in (select user_id from picked)');
    const { rows } = await this.db.raw<{ rows: ({ count: number } & NotifiedRow)[] }>(INSERT_DUE, {
      conference_id,
      limit,
      texts,
      action_url,
      start: start && JSON.stringify(start),
      data: JSON.stringify({ conference_id }),
      topic: TOPIC_OF.welcome,
    });
    const { notified, count } = onlyRow(rows);
    this.#onNotified(notified);
    return count;
  }

  #table() {
    return this.db('conference_welcomes');
  }
}
