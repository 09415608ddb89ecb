import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { statements } from '../../db/statement.ts';
import type {
  ConferenceOfRow,
  StoredRowKind,
} from '../../domain/administration/conference-rows.ts';
import { conferencesOfAudience, conferencesOfUsers } from './conference-rows.sql.ts';

/** A merged speaker belongs to the conferences of the one into whom they were merged. */
const CONFERENCES_OF_SPEAKER = `
  select r.id, m.conference_id
    from unnest(?::bigint[]) as r (id)
    join conference_speakers m
      on m.speaker_id = coalesce((select s.speaker_id from merged_speakers s where s.id = r.id), r.id)`;

/** SQL for the ids and conferences of rows of each kind, whose ids are its placeholder. */
const CONFERENCES_OF: Readonly<Record<StoredRowKind, string>> = {
  event: 'select id, conference_id from events where id = any(?::bigint[])',
  agenda_item: 'select id, conference_id from agenda_items where id = any(?::bigint[])',
  speaker: CONFERENCES_OF_SPEAKER,
  changed_speaker: CONFERENCES_OF_SPEAKER,
  question: `select q.id, i.conference_id
    from session_questions q join agenda_items i on i.id = q.agenda_item_id
   where q.id = any(?::bigint[])`,
  form_question: `select q.id, coalesce(q.conference_id, e.conference_id) as conference_id
    from form_questions q left join events e on e.id = q.event_id
   where q.id = any(?::bigint[])`,
  quest: 'select id, conference_id from quests where id = any(?::bigint[])',
  quest_task: `select t.id, q.conference_id
    from quest_tasks t join quests q on q.id = t.quest_id where t.id = any(?::bigint[])`,
  submission: `select s.id, q.conference_id
    from user_quest_tasks s join quests q on q.id = s.quest_id where s.id = any(?::bigint[])`,
  registration_request: `select r.id, coalesce(r.conference_id, e.conference_id, q.conference_id) as conference_id
    from registration_requests r
    left join quests q on q.id = r.quest_id left join events e on e.id = r.event_id
   where r.id = any(?::bigint[])`,
  media: `select s.media_id as id, q.conference_id
    from user_quest_tasks s join quests q on q.id = s.quest_id where s.media_id = any(?::bigint[])`,
  broadcast: `select j.id, of.conference_id
    from notification_jobs j cross join lateral (${conferencesOfAudience('j')}) as of
   where j.id = any(?::bigint[])`,
  feedback: 'select id, conference_id from feedback where id = any(?::bigint[])',
  user: conferencesOfUsers('?'),
  webhook: 'select id, conference_id from webhook_endpoints where id = any(?::bigint[])',
};

/** `Object.keys` loses the type of the keys. */
const KINDS = Object.keys(CONFERENCES_OF) as StoredRowKind[];

type IdsByKind = Readonly<Partial<Record<StoredRowKind, readonly number[]>>>;

/** Requests of one endpoint name the same kinds, and each of a limited key sends this statement. */
const CONFERENCES_OF_ROWS = statements<IdsByKind, ConferenceOfRow>((db, idsOf) => {
  const kinds = KINDS.filter((kind) => idsOf[kind] !== undefined);
  const parts = kinds.map(
    (kind) =>
      `select '${kind}' as kind, id, conference_id from (${CONFERENCES_OF[kind]}) as of_rows`,
  );
  // While it is built, placeholders stand for the arrays.
  return db.raw(parts.join(' union all '), kinds.map((kind) => idsOf[kind]) as Knex.RawBinding[]);
});

/** The conferences of rows, by which the requests of keys of some conferences are limited. */
export class ConferenceRowsReadModel extends OnDatabase {
  /** The conferences of these rows, in one statement. A row that does not exist is left out. */
  async list(
    rows: readonly (readonly [StoredRowKind, readonly number[]])[],
  ): Promise<ConferenceOfRow[]> {
    const idsOf: IdsByKind = Object.fromEntries(rows);
    return CONFERENCES_OF_ROWS(idsOf).rows(this.db, idsOf);
  }

  /** Of the rows of a kind, those of the conferences of a key; all of them if it has all conferences. */
  async listIdsInside(
    kind: StoredRowKind,
    ids: readonly number[],
    conference_ids: readonly number[] | null,
  ): Promise<readonly number[]> {
    if (conference_ids === null) return ids;
    const own = new Set<number | null>(conference_ids);
    const found = await this.list([[kind, ids]]);
    return found.filter(({ conference_id }) => own.has(conference_id)).map(({ id }) => id);
  }
}
