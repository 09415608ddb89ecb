import { setTimeout as sleep } from 'node:timers/promises';
import { createEmptyDatabase } from '../../support/database.ts';
import { spawnService } from '../../support/service.ts';
import { atLeast, type Experiment, exactly } from '../experiment.ts';
import { openSite } from '../site.ts';

const ROUNDS = 10;
const KILLED_AFTER_MS = [700, 1_000, 1_500, 2_000, 3_000];

export const experiment: Experiment = {
  fault: `two processes start on an empty database, ${ROUNDS} times; SIGKILL of one in the middle of its migrations, ${KILLED_AFTER_MS.length} times`,
  async run() {
    let notUp = 0;
    const applied = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      await using database = await createEmptyDatabase();
      await using site = await openSite(database.url);
      const starts = await Promise.allSettled([site.start(), site.start({ ROLE: 'worker' })]);
      notUp += starts.filter(({ status }) => status === 'rejected').length;
      applied.add(JSON.stringify(await site.db('knex_migrations').orderBy('id').pluck('name')));
    }
    let interrupted = 0;
    for (const ms of KILLED_AFTER_MS) {
      await using database = await createEmptyDatabase();
      await using site = await openSite(database.url);
      await using killed = spawnService({
        cwd: site.cwd,
        env: { ...site.settings(), PORT: '0' },
      });
      await sleep(ms);
      if (!killed.log().some(({ msg }) => msg === 'started')) interrupted++;
      killed.child.kill('SIGKILL');
      await killed.ended;
      await site.start().catch(() => notUp++);
      applied.add(JSON.stringify(await site.db('knex_migrations').orderBy('id').pluck('name')));
    }
    const [names = '[]'] = applied;
    const all: string[] = JSON.parse(names);
    return [
      exactly('processes that did not start', notUp, 0),
      exactly('different lists of migrations', applied.size, 1),
      exactly('migrations applied twice', all.length - new Set(all).size, 0),
      atLeast('killed before the start', interrupted, 1),
    ];
  },
};
