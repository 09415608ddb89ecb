import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const ASKED = 'jest-light-runner-get-worker-data';
const ANSWER = { type: 'jest-light-runner-worker-data', workerData: { runtime: 'child_process' } };

/** As a worker does: listens to its pool, loads for a while, and asks for its settings. */
const WORKER = `
  process.on('message', (message) => {
    if (message !== 'load') return;
    process.on('message', (answer) => process.send({ answer }));
    process.send(${JSON.stringify(ASKED)});
  });
  process.send('listening');
`;

const forked = () =>
  fork('-e', [WORKER], {
    execArgv: ['-r', path.resolve('test/support/worker-data.cjs')],
    env: { ...process.env, TINYPOOL_WORKER_ID: '1' },
  });

it('a worker that asks after its settings came gets them', async () => {
  const worker = forked();
  expect(await once(worker, 'message')).toEqual(['listening', undefined]);
  worker.send(ANSWER);
  worker.send('load');

  expect(await once(worker, 'message')).toEqual([{ answer: ANSWER }, undefined]);
  worker.kill();
});

it('a worker that asks before gets them from the main process', async () => {
  const worker = forked();
  await once(worker, 'message');
  worker.send('load');
  expect(await once(worker, 'message')).toEqual([ASKED, undefined]);
  worker.send(ANSWER);

  expect(await once(worker, 'message')).toEqual([{ answer: ANSWER }, undefined]);
  worker.kill();
});
