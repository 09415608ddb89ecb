import { signInitData } from '../../support/messenger.ts';
import { spawnService } from '../../support/service.ts';
import { shiftedClock } from '../../support/shifted-clock.ts';
import { type Experiment, exactly } from '../experiment.ts';
import { countOf, openSite, statusOf } from '../site.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const SHIFTS_MS = [2 * DAY_MS, -2 * DAY_MS, 10 * MINUTE_MS];

/** Milliseconds after now at which launch data is signed, and whether it is accepted. */
const LAUNCHES = [
  [0, true],
  [-23 * 60 * MINUTE_MS, true],
  [30_000, true],
  [-25 * 60 * MINUTE_MS, false],
  [6 * MINUTE_MS, false],
] as const;

export const experiment: Experiment = {
  fault:
    'the system clock of a process is two days ahead, two days behind, and ten minutes ahead of the database',
  async run() {
    await using site = await openSite();
    let wrong = 0;
    let started = 0;
    const startsOfWorkers: (number | null)[] = [];
    await using exact = await site.start();
    for (const ms of SHIFTS_MS) {
      await using api = await site.start({}, shiftedClock({ ms }));
      started++;
      for (const [aheadMs, isAccepted] of LAUNCHES) {
        const at = new Date(Date.now() + aheadMs);
        const headers = { 'X-Messenger-Auth': signInitData({ id: 7, first_name: 'Ada' }, { at }) };
        const status = await statusOf(api, '/users/me', { headers });
        if (status !== (isAccepted ? 200 : 401)) wrong++;
      }
      // A token of one process is valid in the other.
      for (const [from, to] of [
        [exact, api],
        [api, exact],
      ] as const) {
        const headers = { Authorization: `Bearer ${await tokenOf(from)}` };
        const status = await statusOf(to, '/users/me', { headers });
        if (status !== 200) wrong++;
      }
      await using worker = spawnService({
        cwd: site.cwd,
        env: { ...site.settings({ ROLE: 'worker' }), PORT: '0' },
        node: shiftedClock({ ms }),
      });
      startsOfWorkers.push(await worker.ended);
    }
    return [
      exactly('API processes started', started, SHIFTS_MS.length),
      exactly('launch data and tokens decided by another time than that of the database', wrong, 0),
      exactly(
        'workers that refused to start',
        countOf(startsOfWorkers.map(Number), (code) => code === 1),
        SHIFTS_MS.length,
      ),
    ];
  },
};

async function tokenOf({ url }: { readonly url: string }): Promise<string> {
  const headers = {
    'X-Messenger-Auth': signInitData({ id: 7, first_name: 'Ada' }, { at: new Date() }),
  };
  const answer = await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers });
  return ((await answer.json()) as { token: string }).token;
}
