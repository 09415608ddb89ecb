import { setTimeout as sleep } from 'node:timers/promises';
import { attendLoad } from '../attend-load.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { Load, longest, percentile } from '../load.ts';
import { PostgresServer } from '../postgres-server.ts';
import { hasEnded } from '../process.ts';
import { aFutureEvent, openSite } from '../site.ts';

const AWAY_MS = 20_000;

export const experiment: Experiment = {
  fault: 'an immediate stop of PostgreSQL under writes, and its start after 20 s',
  async run() {
    await using postgres = await PostgresServer.create();
    await using site = await openSite(postgres.url);
    await using api = await site.start();
    await using worker = await site.start({ ROLE: 'worker' });
    const { id } = await aFutureEvent(site);
    const attending = attendLoad({ apis: [api], eventId: id });
    await using load = attending.load;
    await using live = new Load(1, () => fetch(`${api.url}/healthz?live`));
    await sleep(5_000);
    await postgres.crash();
    const down = performance.now();
    await sleep(AWAY_MS);
    await postgres.start();
    const up = performance.now();
    const recovered = await load.recovered(up);
    await load.stop();
    await live.stop();

    const during = load.during(down, up);
    const failed = load.answers.filter(({ status }) => status === 0 || status >= 500);
    return [
      exactly('500 or no answer', failed.filter(({ status }) => status <= 500).length, 0),
      exactly('errors without code', failed.filter(({ isWellFormed }) => !isWellFormed).length, 0),
      atMost('longest answer', longest(during) / 1_000, 5, 's'),
      atMost('/healthz?live, 99 of 100', percentile(live.during(down, up), 0.99), 100, 'ms'),
      exactly('acknowledged writes lost', await attending.lost(site.db), 0),
      exactly('processes that ended', [api, worker].filter(hasEnded).length, 0),
      atMost('writes back after', recovered, 10, 's'),
    ];
  },
};
