import { createHash, hash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { Encryption } from '../../src/lib/encryption.ts';
import { ENCRYPTION_KEY } from '../harness/service.ts';
import { inTransaction, type Queryable, type Row, statement } from './database.ts';
import { findUser } from './users.ts';

/** A statement of this folder, as the service sent it when it was copied here. Read at the first use. */
function recorded(name: string) {
  let run: ReturnType<typeof statement> | undefined;
  return (db: Queryable, values: unknown[]): Promise<Row> => {
    run ??= statement(name, readFileSync(new URL(`sql/${name}.sql`, import.meta.url), 'utf8'));
    return run(db, values);
  };
}

const lockSender = recorded('SubmissionsRepository.lockSender');
const findAttempt = recorded('SubmissionsReadModel.findAttempt');
const insertParticipation = recorded('ParticipationsRepository.insert');
const takePlace = recorded('QuestsRepository.updateWithParticipant');
const upsertSubmission = recorded('SubmissionsRepository.upsert');
const findProgress = recorded('ParticipationsReadModel.find');
const reconcile = recorded('PointsRepository.updateLedger');

/**
 * Ten trips: the user, BEGIN, locks, look-up, participation, its place, submission, points, COMMIT,
 * progress.
 */
export async function complete(
  pool: pg.Pool,
  userId: number,
  { task_id, answer }: { task_id: unknown; answer?: unknown },
): Promise<string> {
  const user = await findUser(pool, userId);
  const hashes = ['newest', 'older', 'oldest'].map((key) =>
    hash('sha3-256', `${key} ${user.messenger_id}`, 'hex'),
  );
  const now = new Date().toISOString();
  const sent = await inTransaction(pool, async (client) => {
    await lockSender(client, [task_id, userId, userId]);
    const keys = [
      hashes.map((one) => `quest-code:${task_id}:${one}`),
      hashes.map((one) => `quest-codes:${one}`),
    ];
    const attempt = await findAttempt(client, [now, hashes, ...keys, userId, userId, task_id]);
    const { id: quest_id } = attempt.quest as { id: number };
    if (attempt.submission) throw new Error('the user has completed the task');
    checkCode(attempt, Number(task_id), answer);
    await insertParticipation(client, [quest_id, userId, 'in_progress', 'self', now, now]);
    await takePlace(client, [quest_id]);
    const proof = [null, null, null];
    const columns = [task_id, userId, quest_id, 'approved', 'self', ...proof, 1, now, now];
    const submission = await upsertSubmission(client, columns);
    await reconcile(client, [quest_id, userId, quest_id, userId, null, null]);
    return { id: submission.id, quest_id };
  });
  const { quest_id: _, ...quest } = await findProgress(pool, [
    userId,
    userId,
    hashes,
    ...Array.from({ length: 4 }, () => userId),
    sent.quest_id,
  ]);
  const tasks = quest.tasks as { task_id: number; points: number }[];
  return JSON.stringify({
    task_id,
    user_quest_task_id: sent.id,
    status: 'approved',
    points_awarded: tasks.find((task) => task.task_id === task_id)?.points,
    quest,
  });
}

const encryption = new Encryption([ENCRYPTION_KEY]);

/** Decrypts the code, and compares it in constant time. */
function checkCode({ answer_encrypted }: Row, row_id: number, answer: unknown): void {
  if (answer_encrypted === null) return;
  const at = { table: 'quest_tasks', column: 'answer_encrypted', row_id };
  const code = encryption.decrypt('quest secrets', at, answer_encrypted as Buffer);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(code), digest(String(answer)))) throw new Error('wrong code');
}
