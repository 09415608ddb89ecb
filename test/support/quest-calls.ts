import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { User } from '../../src/domain/people/users.ts';
import type { QuestTask } from '../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../src/domain/quests/quests.ts';
import type { TestApi } from './api.ts';
import { aTask } from './factories.ts';

export const JOIN = '/api/v1/quests/join';
export const COMPLETE = '/api/v1/quests/complete-task';

/** Inserts a code task with its code. */
export async function aCodeTask(
  { db, services }: Pick<TestApi, 'db' | 'services'>,
  quest: Pick<Quest, 'id'>,
  code: string,
  given: Partial<Record<keyof QuestTask, unknown>> = {},
): Promise<QuestTask> {
  const task = await aTask(db, quest, { type: 'code', ...given });
  const answer_encrypted = services.questTasks.encryptAnswer(task.id, 'answer_encrypted', code);
  await db('quest_tasks').where({ id: task.id }).update({ answer_encrypted });
  return task;
}

export const named = ({ messenger_id }: Pick<User, 'messenger_id'>) => ({ messenger_id });

/** Runs the jobs that the unsigned calls have enqueued so far. */
export async function runCalls({ db, services }: TestApi): Promise<void> {
  const jobs = await db('pgboss.job')
    .where({ name: 'apply-unsigned-call' })
    .orderBy('created_on')
    .select<{ id: string; data: { call_id: number } }[]>('id', 'data');
  for (const { id, data } of jobs) {
    await services.unsignedCalls.applyKept(data.call_id);
    await db('pgboss.job').where({ id }).delete();
  }
}

interface Signing {
  readonly secret: string;
  readonly id?: string;
  /** Signed as the time of the call. */
  readonly at: Date;
  /** The body that is sent, if it differs from the signed one. */
  readonly sent?: object;
}

/** Signs a body as the Standard Webhooks specification says, without the code of the service. */
export function signed(body: object, { secret, id = `msg_${randomUUID()}`, at, sent }: Signing) {
  const text = JSON.stringify(body);
  const timestamp = Math.floor(at.getTime() / 1_000);
  const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${text}`)
    .digest('base64');
  return {
    body: sent ? JSON.stringify(sent) : text,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': `v1,${mac}`,
    },
  };
}

/** An answer as it came: status line, every header but the date and the id, and the body. */
export function rawAnswer(
  { url }: Pick<TestApi, 'url'>,
  path: string,
  { body, headers = {} }: { body: object; headers?: Record<string, string> },
): Promise<{ status: number | undefined; headers: string[]; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    sent.once('error', reject);
    sent.once('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.once('end', () => {
        const pairs = res.rawHeaders.flatMap((name, index) =>
          // `pk` is a hash of the address.
          index % 2 === 0
            ? [`${name}: ${res.rawHeaders[index + 1]?.replaceAll(/pk=:[^:]*:/g, 'pk')}`]
            : [],
        );
        resolve({
          status: res.statusCode,
          headers: pairs.filter((pair) => !/^(date|x-request-id):/i.test(pair)),
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.end(JSON.stringify(body));
  });
}
