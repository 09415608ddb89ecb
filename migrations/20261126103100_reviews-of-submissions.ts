import type { Knex } from 'knex';

/** Concurrently and in batches, because users send submissions meanwhile. */
export const config = { transaction: false };

const BATCH = 1_000;
const DECISIONS = ['quest_submission.approve', 'quest_submission.reject'];
const NAMES = ['pending_since', 'decided', 'decided_quest', 'decided_task', 'decided_reviewer'].map(
  (name) => `user_quest_tasks_${name}_idx`,
);

/** Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table user_quest_tasks validate constraint user_quest_tasks_reviewer_id_fkey',
  );
  for (const action of DECISIONS) await fillReviewers(knex, action);
  for (const name of NAMES) await knex.raw(`drop index concurrently if exists ${name}`);
  // GET /admin/quests/submissions: pending ones, which others list by quest and by task already.
  await knex.raw(`create index concurrently user_quest_tasks_pending_since_idx
    on user_quest_tasks (submitted_at, id) where status = 'pending'`);
  // Decided ones. What was approved at once, or by a worker, is in none of these indexes.
  await knex.raw(`create index concurrently user_quest_tasks_decided_idx
    on user_quest_tasks (status, decided_at, id) where reviewer is not null`);
  await knex.raw(`create index concurrently user_quest_tasks_decided_quest_idx
    on user_quest_tasks (quest_id, status, decided_at, id) where reviewer is not null`);
  await knex.raw(`create index concurrently user_quest_tasks_decided_task_idx
    on user_quest_tasks (task_id, status, decided_at, id) where reviewer is not null`);
  await knex.raw(`create index concurrently user_quest_tasks_decided_reviewer_idx
    on user_quest_tasks (reviewer_id, decided_at, id) where reviewer_id is not null`);
}

export async function down(knex: Knex): Promise<void> {
  for (const name of NAMES) await knex.raw(`drop index concurrently if exists ${name}`);
}

/** Takes the reviewers of earlier decisions from the audit log, where they are the last word. */
async function fillReviewers(knex: Knex, action: string): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await knex.raw(
      `select id, subject_id from audit_log
        where action = :action and id > :after order by id limit :limit`,
      { action, after, limit: BATCH },
    );
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
    await knex.raw(
      `update user_quest_tasks s set reviewer = l.actor, reviewer_id = l.administrator_id
         from unnest(:ids::bigint[]) as decided (id)
        cross join lateral (
                select action, actor, administrator_id from audit_log
                 where subject_type = 'quest_submission' and subject_id = decided.id
                 order by id desc limit 1) l
        where s.id = decided.id and s.reviewer is null
          and s.status = case l.action when 'quest_submission.approve' then 'approved'
                                       when 'quest_submission.reject' then 'rejected' end`,
      { ids: rows.map(({ subject_id }: { subject_id: string }) => Number(subject_id)) },
    );
  }
}
