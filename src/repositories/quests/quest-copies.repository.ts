import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { freeSlugsIn, orSlugTaken } from '../../db/slugs.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import type { TaskType } from '../../domain/quests/task-types/task-type.ts';
import { shifted, shiftedEnd } from '../programme/conferences.sql.ts';

export interface QuestCopy {
  readonly from: number;
  readonly to: number;
}

export interface TaskCopy {
  readonly from: number;
  readonly to: number;
  readonly type: TaskType;
  /** That of the first task; the copy has none yet. */
  readonly answer_encrypted: Buffer | null;
}

/** The conference of the first quests, and that of their copies, some days later. */
export interface CopiedConferences {
  readonly from: number;
  readonly to: number;
  readonly timezone: string;
  readonly days: number;
}

const COPIED_COLUMNS =
  'title, description, image_url, registration_mode, access, max_participants, completion_points';

const INSERT_QUESTS = `
  insert into quests (slug, conference_id, starts_at, ends_at, ${COPIED_COLUMNS})
  select c.slug, :to, ${shifted('q.starts_at')}, ${shiftedEnd('q.starts_at', 'q.ends_at')},
         ${COPIED_COLUMNS}
    from unnest(:ids::bigint[], :slugs::text[]) as c (id, slug)
    join quests q on q.id = c.id
   order by q.id
  returning id, slug`;

/** Ids are drawn before the insert, which returns nothing of the tasks that it copies. */
const INSERT_TASKS = `
  with source as materialized (
    select t.*, c.quest_id as to_quest_id,
           nextval(pg_get_serial_sequence('quest_tasks', 'id')) as to_id
      from unnest(:quests::bigint[], :copies::bigint[]) as c (id, quest_id)
      join quest_tasks t on t.quest_id = c.id
     where t.deleted_at is null and t.type <> 'event_attendance'
  ), copied as (
    insert into quest_tasks (id, quest_id, title, description, type, points, position, is_required,
                             config, opens_at, closes_at)
    overriding system value
    select to_id, to_quest_id, title, description, type, points, position, is_required,
           case when type = 'conference_registration'
                 and (config ->> 'conference_id')::bigint = :from
                then jsonb_set(config, '{conference_id}', to_jsonb(:to::bigint)) else config end,
           ${shifted('opens_at')}, ${shiftedEnd('opens_at', 'closes_at')}
      from source
    returning id)
  select s.id as "from", copied.id as "to", s.type, s.answer_encrypted
    from source s join copied on copied.id = s.to_id
   order by copied.id`;

const INSERT_TEMPLATES = `
  with copied as (
    insert into reminder_templates (quest_id, name, title, body, translations, is_default)
    select c.quest_id, r.name, r.title, r.body, r.translations, r.is_default
      from unnest(:quests::bigint[], :copies::bigint[]) as c (id, quest_id)
      join reminder_templates r on r.quest_id = c.id
     order by r.id
    returning id)
  select count(*) from copied`;

/** Copies of the quests of a conference: inactive, without participants and secrets. */
export class QuestCopiesRepository extends OnDatabase {
  /** The quests of a conference, with the number of their tasks that name events. */
  async listQuests(
    conference_id: number,
  ): Promise<(Pick<Quest, 'id' | 'title'> & { readonly event_tasks: number })[]> {
    return this.db('quests as q')
      .where({ conference_id, deleted_at: null })
      .orderBy('q.id')
      .select(
        'q.id',
        'q.title',
        this.db.raw(
          `(select count(*) from quest_tasks t
             where t.quest_id = q.id and t.type = 'event_attendance' and t.deleted_at is null)
             as event_tasks`,
        ),
      );
  }

  /** Copies quests, with free slugs. */
  async insertQuests(
    quests: readonly Pick<Quest, 'id' | 'title'>[],
    { to, timezone, days }: Omit<CopiedConferences, 'from'>,
  ): Promise<QuestCopy[]> {
    const titles = quests.map(({ title }) => title);
    const slugs = await freeSlugsIn(this.db, { table: 'quests', fallback: 'quest' }, titles);
    const ids = quests.map(({ id }) => id);
    const inserted = this.db.raw<{ rows: { id: number; slug: string }[] }>(INSERT_QUESTS, {
      ids,
      slugs,
      to,
      timezone,
      days,
    });
    const { rows } = await orSlugTaken('quests', inserted);
    const copies = new Map(rows.map(({ id, slug }) => [slug, id]));
    return ids.map((from, n) => ({ from, to: copies.get(slugs[n] as string) as number }));
  }

  /** Copies the tasks of quests without their answers, and leaves out those of events. */
  async insertTasks(
    quests: readonly QuestCopy[],
    { from, to, timezone, days }: CopiedConferences,
  ): Promise<TaskCopy[]> {
    const bound = { ...idsOf(quests), from, to, timezone, days };
    const { rows } = await this.db.raw<{ rows: TaskCopy[] }>(INSERT_TASKS, bound);
    return rows;
  }

  /** Stores the answers of new tasks, whose ids are authenticated with them. */
  async updateAnswers(
    answers: readonly { readonly id: number; readonly answer_encrypted: Buffer }[],
  ): Promise<void> {
    await this.db.raw(
      `update quest_tasks t set answer_encrypted = a.answer
         from unnest(:ids::bigint[], :answers::bytea[]) as a (id, answer) where t.id = a.id`,
      {
        ids: answers.map(({ id }) => id),
        answers: answers.map(({ answer_encrypted }) => answer_encrypted),
      },
    );
  }

  /** Copies the reminder templates of quests. Returns their number. */
  async insertTemplates(quests: readonly QuestCopy[]): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(
      INSERT_TEMPLATES,
      idsOf(quests),
    );
    return onlyRow(rows).count;
  }
}

const idsOf = (quests: readonly QuestCopy[]) => ({
  quests: quests.map(({ from }) => from),
  copies: quests.map(({ to }) => to),
});
