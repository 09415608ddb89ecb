import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import { TokensService } from '../../../src/services/people/tokens.service.ts';
import { ADMIN_API_KEY, JWT_SECRET, startApi, type TestApi } from '../../support/api.ts';
import { aConference, aQuest, aTask, aUser, people } from '../../support/factories.ts';
import { casesOf } from '../../support/fuzz-runs.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { aParticipation, aSubmission } from '../../support/quests.ts';
import { ENCRYPTION_KEY, endServices, type Service, startService } from '../../support/service.ts';
import { expectSoundPoints } from '../../support/sound-points.ts';

const PEOPLE = 20;
/** A third of them are polls. */
const TASKS = 3 * casesOf({ least: 2, per: 4_000 });
const TIMES = 5;

let api: TestApi;
let cwd: string;

beforeAll(async () => {
  api = await startApi();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-quests-'));
});
afterAll(async () => {
  await endServices();
  await api.close();
  await rm(cwd, { recursive: true });
});

const start = (): Promise<Service> =>
  startService({
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: api.databaseUrl,
      JWT_SECRET,
      ENCRYPTION_KEY,
      ADMIN_API_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      RATE_LIMIT_ENABLED: 'false',
      MIGRATE_ON_START: 'false',
      ROLE: 'api',
    },
    cwd,
  });

/** The processes have the time of the machine, not that of the test. */
const tokens = new TokensService({
  secrets: [JWT_SECRET],
  ttlSeconds: 3_600,
  adminTtlSeconds: 3_600,
  now: () => new Date(),
});
const tokenOf = ({ id: user_id, messenger_id }: User) =>
  tokens.issueForUser({ user_id, messenger_id: messenger_id as number }).token;

/** Completes a task at one of the processes, again until one of them answers. */
async function complete(user: User, task: QuestTask, addresses: () => string[]): Promise<void> {
  const Authorization = `Bearer ${tokenOf(user)}`;
  for (let attempt = 0; ; attempt++) {
    const all = addresses();
    const url = all[(user.id + task.id + attempt) % all.length];
    const body = { task_id: task.id, ...(task.type === 'poll' && { option_ids: ['a'] }) };
    const res = await fetch(`${url}/api/v1/quests/tasks/complete`, {
      method: 'POST',
      headers: { Authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    await res?.text().catch(() => undefined);
    if (res && (res.status === 200 || res.status === 201)) return;
    if (res && res.status !== 503) throw new Error(`${res.status}`);
  }
}

it(`gives points once to ${PEOPLE} people who complete ${TASKS} tasks five times at once over two processes, one of which is killed`, async () => {
  const conference = await aConference(api.db);
  const quest = await aQuest(api.db, { conference_id: conference.id, completion_points: 100 });
  const options = ['a', 'b'].map((id) => ({ id, label: id }));
  const tasks: QuestTask[] = [];
  for (let n = 0; n < TASKS; n++) {
    const config = { options, results: 'always' };
    tasks.push(await aTask(api.db, quest, n % 3 === 0 ? { type: 'poll', config } : {}));
  }
  const crowd = await people(api.db, PEOPLE);
  const services = [await start(), await start()];
  const addresses = () => services.map(({ url }) => url);

  let done = 0;
  const work = crowd.map(async (user) => {
    for (const task of tasks) {
      await Promise.all(Array.from({ length: TIMES }, () => complete(user, task, addresses)));
      done += 1;
    }
  });
  const restart = (async () => {
    while (done < (PEOPLE * TASKS) / 3) await new Promise((resolve) => setTimeout(resolve, 20));
    services[0]?.child.kill('SIGKILL');
    await services[0]?.ended;
    services[0] = await start();
  })();
  await Promise.all([...work, restart]);

  await expectSoundPoints(api.db);
  const board = await api
    .db('point_totals')
    .where({ scope: 'quest', scope_id: quest.id, period: 'all' })
    .pluck('points');
  expect(board).toEqual(Array.from({ length: PEOPLE }, () => TASKS * 10 + 100));
  expect(await api.db('poll_votes')).toHaveLength((PEOPLE * TASKS) / 3);
});

it('keeps one decision of ten reviewers at once over two processes, and tells the others', async () => {
  const services = [await start(), await start()];
  const [user, quest] = [await aUser(api.db), await aQuest(api.db)];
  await aParticipation(api.db, [user, quest]);
  for (let round = 0; round < 4; round++) {
    const task = await aTask(api.db, quest, { type: 'text', config: {} });
    await aSubmission(api.db, [user, task], { status: 'pending', text: 'A poem' });
    const { id } = await api.db('user_quest_tasks').where({ task_id: task.id }).first('id');
    const decide = async (n: number) => {
      const decision = n % 4 < 2 ? 'approve' : 'reject';
      const url = `${services[n % 2]?.url}/api/v1/admin/quests/tasks/${id}/${decision}`;
      const headers = { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' };
      const res = await fetch(url, { method: 'POST', headers, body: '{}' });
      return { decision, status: res.status, body: (await res.json()) as { error?: string } };
    };
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => decide(n)));

    const stored = await api.db('user_quest_tasks').where({ id }).first('status', 'reviewer');
    const made = stored.status === 'approved' ? 'approve' : 'reject';
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map(({ decision }) => (decision === made ? 200 : 409)),
    );
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body.error).toContain(`was ${stored.status} by ${stored.reviewer} at `);
    }
    const decisions = await api.db('audit_log').where({ subject_id: id }).pluck('action');
    expect(decisions).toEqual([`quest_submission.${made}`]);
    const awards = await api.db('point_ledger').where({ task_id: task.id }).pluck('delta');
    expect(awards).toEqual(made === 'approve' ? [10] : []);
  }
  await expectSoundPoints(api.db);
});
