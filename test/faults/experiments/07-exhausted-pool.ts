import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo } from '../../support/database.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { Load, longest, percentile } from '../load.ts';
import { aFutureEvent, call, openSite } from '../site.ts';

const POOL = 5;
const LOCK_MS = 15_000;

export const experiment: Experiment = {
  fault: `a lock on the table of events for 15 s, 200 clients, a pool of ${POOL} connections`,
  async run() {
    await using site = await openSite();
    await using sql = await connectTo(site.databaseUrl);
    const event = await aFutureEvent(site);
    await using api = await site.start({ DATABASE_POOL_SIZE: `${POOL}` });
    await using health = new Load(1, () => fetch(`${api.url}/healthz`));

    await sql.query('begin; lock table events in access exclusive mode');
    const locked = performance.now();
    let users = 1_000_000;
    const attend = () => call(api, '/events/attend', { as: users++, body: { event_id: event.id } });
    await using load = new Load(200, attend);
    await sleep(LOCK_MS);
    const unlocked = performance.now();
    await sql.query('rollback');
    await load.stop();
    await using later = new Load(2, attend);
    const recovered = await later.recovered(unlocked);
    await health.stop();

    // Those still in flight at the unlock succeed.
    const answers = load.during(locked).filter(({ startedAt, ms }) => startedAt + ms < unlocked);
    const refused = answers.filter(({ status }) => status === 503);
    const { rows } = await sql.query(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    return [
      exactly('answers but 503', answers.length - refused.length, 0),
      exactly('errors without code', answers.filter((answer) => !answer.isWellFormed).length, 0),
      atMost('longest answer', longest(refused) / 1_000, 6, 's'),
      atMost('/healthz, 99 of 100', percentile(health.during(locked, unlocked), 0.99), 100, 'ms'),
      atMost('back after', recovered, 5, 's'),
      exactly('connections still busy', rows[0].count, 0),
    ];
  },
};
