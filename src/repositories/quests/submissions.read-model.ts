import { OnDatabase } from '../../db/on-database.ts';
import { statement } from '../../db/statement.ts';
import type { Participation } from '../../domain/quests/participations.ts';
import type { QuestTask } from '../../domain/quests/quest-tasks.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import type { Submission, Tries } from '../../domain/quests/submissions.ts';
import { AUTOMATIC_TYPES, type TaskKind } from '../../domain/quests/task-types/task-types.ts';
import type { EncryptedAnswer } from './quest-tasks.repository.ts';
import { isShown } from './quests.sql.ts';

/** Who sends something for which task. */
export type AttemptKey = {
  readonly task_id: number;
  readonly user_id: number;
  readonly now: string;
  /** Under which the user's wrong answers to a quiz are counted. */
  readonly person_hashes: readonly string[];
  /** The counters of the user's wrong codes for the task, and for all tasks. */
  readonly code_keys_of_task: readonly string[];
  readonly code_keys: readonly string[];
};

/** Everything that decides on what a user sends for a task. */
export interface Attempt extends EncryptedAnswer {
  readonly quest: Pick<
    Quest,
    | 'id'
    | 'title'
    | 'event_id'
    | 'starts_at'
    | 'ends_at'
    | 'registration_mode'
    | 'access'
    | 'max_participants'
    | 'participant_count'
    | 'is_hidden'
  >;
  readonly has_automatic_tasks: boolean;
  readonly task: TaskKind & Pick<QuestTask, 'id' | 'opens_at' | 'closes_at'>;
  readonly participation: Pick<Participation, 'quest_id' | 'user_id' | 'status' | 'source'> | null;
  readonly submission: Pick<
    Submission,
    'id' | 'status' | 'source' | 'submissions' | 'rejections' | 'submitted_at'
  > | null;
  readonly tries: Tries;
}

/** SQL for the hits in the running windows of the counters `keys`, as one counter. */
const countedBy = (keys: string): string => `
  (select json_build_object(
            'hits', coalesce(sum(hits), 0),
            'ms_left', coalesce(max(floor(extract(epoch from expires_at - now()) * 1000)), 0))
     from rate_limit_counters where key = any(${keys}::text[]) and expires_at > now())`;

const FIND_ATTEMPT = statement<AttemptKey, Attempt>(
  (db, { task_id, user_id, now, person_hashes, code_keys_of_task, code_keys }) =>
    db.raw(
      `select json_build_object(
                'id', q.id, 'title', q.title, 'event_id', q.event_id,
                'starts_at', instant_in_json(q.starts_at), 'ends_at', instant_in_json(q.ends_at),
                'registration_mode', q.registration_mode, 'access', q.access,
                'max_participants', q.max_participants, 'participant_count', q.participant_count,
                'is_hidden', not (${isShown('q')})) as quest,
              exists (
                select from quest_tasks automatic
                 where automatic.quest_id = q.id and automatic.deleted_at is null
                   and automatic.type in (${AUTOMATIC_TYPES.map((type) => `'${type}'`).join(', ')})) as has_automatic_tasks,
              json_build_object(
                'id', t.id, 'type', t.type, 'config', t.config,
                'opens_at', instant_in_json(t.opens_at),
                'closes_at', instant_in_json(t.closes_at)) as task,
              case when uq.user_id is not null then json_build_object(
                'quest_id', uq.quest_id, 'user_id', uq.user_id, 'status', uq.status,
                'source', uq.source) end as participation,
              case when s.id is not null then json_build_object(
                'id', s.id, 'status', s.status, 'source', s.source, 'submissions', s.submissions,
                'rejections', s.rejections,
                'submitted_at', instant_in_json(s.submitted_at)) end as submission,
              t.answer_encrypted,
              case when t.old_answer_until > :now then t.old_answer_encrypted end
                as old_answer_encrypted,
              json_build_object(
                'quiz', case when t.type = 'quiz' then (
                  select coalesce(sum(tries), 0) from task_tries
                   where task_id = t.id and person_hash = any(:person_hashes::text[])) end,
                'codes_of_task', case when t.type = 'code' then ${countedBy(':code_keys_of_task')} end,
                'codes', case when t.type = 'code' then ${countedBy(':code_keys')} end) as tries
         from quest_tasks t
         join quests q on q.id = t.quest_id and q.deleted_at is null
         left join user_quests uq on uq.quest_id = q.id and uq.user_id = :user_id
         left join user_quest_tasks s on s.task_id = t.id and s.user_id = :user_id
        where t.id = :task_id and t.deleted_at is null`,
      { task_id, user_id, now, person_hashes, code_keys_of_task, code_keys },
    ),
);

/** What decides on submissions. */
export class SubmissionsReadModel extends OnDatabase {
  /** Undefined for an unknown task, and for one that is deleted or of a deleted quest. */
  async findAttempt(key: AttemptKey): Promise<Attempt | undefined> {
    return FIND_ATTEMPT.first(this.db, key);
  }
}
