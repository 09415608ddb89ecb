import { OnDatabase } from '../../db/on-database.ts';
import {
  KINDS_WITH_USERS,
  type WebhookKind,
  type WrittenItems,
} from '../../domain/webhooks/webhook-kinds.ts';
import type { WebhookChange } from '../../domain/webhooks/webhook-messages.ts';
import { audienceConference, conferencesOfUsers } from '../administration/conference-rows.sql.ts';

/** SQL for whether an endpoint listens to one of `kinds` of a conference, or of all. */
const isHeard = (kinds: string, conference: string) => `exists (
  select from webhook_endpoints w
   where w.status <> 'off' and w.kinds && ${kinds}
     and (w.conference_id is null or w.conference_id = ${conference}))`;

/**
 * SQL for the conference, the needed scope and the item of the rows whose ids are `:ids`, as they are
 * now; `:isDeleted` for rows that are deleted next.
 */
const ROWS = {
  'broadcast.changed': `
    select ${audienceConference('j')}, null, jsonb_build_object(
             'id', j.id, 'status', case when :isDeleted::boolean then 'deleted' else j.status end)
      from notification_jobs j where j.id = any(:ids)`,
  'feedback.changed': `
    select f.conference_id, null, jsonb_build_object(
             'id', f.id, 'status', case when :isDeleted::boolean then 'deleted' else f.status end,
             'is_rating', f.is_rating, 'rating', f.rating, 'agenda_item_id', f.agenda_item_id)
      from feedback f where f.id = any(:ids)`,
  'registration_request.changed': `
    select coalesce(r.conference_id, e.conference_id, q.conference_id),
           case when r.quest_id is null then 'attendees:read' else 'quests:read' end,
           jsonb_strip_nulls(jsonb_build_object(
             'request_id', r.id, 'user_id', r.user_id, 'quest_id', r.quest_id,
             'conference_id', r.conference_id, 'event_id', r.event_id,
             'status', case when :isDeleted::boolean then 'deleted' else r.status end))
      from registration_requests r
      left join quests q on q.id = r.quest_id left join events e on e.id = r.event_id
     where r.id = any(:ids)`,
  'speaker.changed': `
    select m.conference_id, null, jsonb_build_object(
             'id', s.id, 'status', s.status, 'version', s.version, 'is_deleted', :isDeleted::boolean)
      from speakers s left join conference_speakers m on m.speaker_id = s.id
     where s.id = any(:ids)`,
} as const satisfies Partial<Record<WebhookKind, string>>;

export type RowKind = keyof typeof ROWS;

/**
 * The outbox of webhooks: what changed, for the endpoints that listen. Nothing is inserted where none does.
 * Where many statements change a row, triggers write; these methods are for the one service that does.
 */
export class WebhookChangesRepository extends OnDatabase {
  /** Records what rows are now, in the transaction that changed them. */
  async insertChanged(kind: RowKind, ids: readonly number[]): Promise<void> {
    await this.#insertRows(kind, ids, false);
  }

  /** Records rows that this transaction deletes next. */
  async insertDeleted(kind: RowKind, ids: readonly number[]): Promise<void> {
    await this.#insertRows(kind, ids, true);
  }

  /**
   * Records changes whose items the service knows.
   * @param scope what the owner of an endpoint needs, of a kind with several scopes
   */
  async insertItems<K extends keyof WrittenItems>(
    kind: K,
    items: readonly WrittenItems[K][],
    { conference_id, scope = null }: { conference_id: number | null; scope?: string | null },
  ): Promise<void> {
    if (items.length === 0) return;
    await this.db.raw(
      `insert into webhook_changes (kind, conference_id, scope, item)
       select :kind::text, :conference_id::bigint, :scope::text, item
         from jsonb_array_elements(:items::jsonb) as given (item)
        where ${isHeard('array[:kind]::text[]', ':conference_id::bigint')}`,
      { kind, conference_id, scope, items: JSON.stringify(items) },
    );
  }

  /**
   * Records an erasure before it: once for each conference of the user, for the endpoints of that one, and once
   * for those of all conferences.
   */
  async insertErased(user_id: number): Promise<void> {
    await this.db.raw(
      `insert into webhook_changes (kind, conference_id, item)
       select 'user.erased', c.id, jsonb_build_object('user_id', :user_id::bigint)
         from (select null::bigint as id
                union
               select conference_id from (${conferencesOfUsers(':users')}) as of_user
                where conference_id is not null) as c
        where exists (
          select from webhook_endpoints w
           where w.status <> 'off' and w.kinds && :kinds
             and w.conference_id is not distinct from c.id)`,
      { user_id, users: [user_id], kinds: [...KINDS_WITH_USERS] },
    );
  }

  /**
   * The oldest changes by their ids. One of a speaker is one for each of the conferences that they have now,
   * unless it names its own.
   */
  async list(limit: number): Promise<WebhookChange[]> {
    const { rows } = await this.db.raw<{ rows: WebhookChange[] }>(
      `select c.id, c.kind, coalesce(c.conference_id, m.conference_id) as conference_id, c.scope,
              c.item, c.changed_at
         from (select * from webhook_changes order by id limit :limit) as c
         left join conference_speakers m
           on c.kind = 'speaker.changed' and c.conference_id is null
          and m.speaker_id = (c.item ->> 'id')::bigint
        order by c.id, m.conference_id`,
      { limit },
    );
    return rows;
  }

  /** Deletes these, and none with a lower id that has committed since. */
  async deleteMany(ids: readonly number[]): Promise<void> {
    await this.db('webhook_changes')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .delete();
  }

  async #insertRows(kind: RowKind, ids: readonly number[], isDeleted: boolean): Promise<void> {
    if (ids.length === 0) return;
    await this.db.raw(
      `insert into webhook_changes (kind, conference_id, scope, item)
       select :kind::text, c.conference_id, c.scope, c.item
         from (${ROWS[kind]}) as c (conference_id, scope, item)
        where ${isHeard('array[:kind]::text[]', 'c.conference_id')}`,
      { kind, ids: [...ids], isDeleted },
    );
  }
}
