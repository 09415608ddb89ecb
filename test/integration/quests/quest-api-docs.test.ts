import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { startApi } from '../../support/api.ts';
import { aQuest, aTask, aUser } from '../../support/factories.ts';

const run = promisify(execFile);

it('the example of docs/quest-api.md completes a task', async () => {
  const [, example = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/quest-api.md', 'utf8')) ?? [];
  await using api = await startApi();
  api.advance(Date.now() - api.now().getTime());
  const quest = await aQuest(api.db, { public_api_enabled: true });
  const task = await aTask(api.db, quest, { type: 'external' });
  const { messenger_id } = await aUser(api.db);
  const rotation = api.admin().post(`/api/v1/admin/quests/${quest.id}/rotate-secret`);
  const { body } = await rotation.send({}).expect(200);

  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', example], {
    env: {
      HALLWAY_URL: api.url,
      QUEST_SECRET: body.secret,
      TASK_ID: `${task.id}`,
      MESSENGER_ID: `${messenger_id}`,
    },
  });

  expect(stdout).toBe(`202 {"task_id":${task.id},"status":"approved"}\n`);
});
