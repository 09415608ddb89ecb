import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo } from '../../support/database.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { type Answer, Load } from '../load.ts';
import { hasEnded } from '../process.ts';
import { aFutureEvent, call, openSite } from '../site.ts';

const SECONDS = 60;
const EVERY_MS = 2_000;
/** A request in flight at a cut may fail, and one that gets a connection before the pool knows of it. */
const INSTANT_MS = 1_000;

export const experiment: Experiment = {
  fault: `pg_terminate_backend for all connections each 2 s, ${SECONDS} s long, under writes`,
  async run() {
    await using site = await openSite();
    await using sql = await connectTo(site.databaseUrl);
    const event = await aFutureEvent(site);
    await using api = await site.start();
    await using worker = await site.start({ ROLE: 'worker' });

    await using load = new Load(8, (nth) =>
      call(api, '/events/attend', { as: 1_000_000 + nth, body: { event_id: event.id } }),
    );
    const cuts: number[] = [];
    for (let at = 0; at < SECONDS * 1_000; at += EVERY_MS) {
      cuts.push(performance.now());
      await sql.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await sleep(EVERY_MS);
    }
    const recovered = await load.recovered(performance.now());
    await load.stop();

    const failed = load.answers.filter(({ status }) => status === 0 || status >= 500);
    const isAtACut = ({ startedAt, ms }: Answer) =>
      cuts.some((cut) => startedAt < cut + INSTANT_MS && startedAt + ms > cut);
    const { rows } = await sql.query('select count(*)::int as count from event_attendances');
    const acknowledged = load.answers.filter(({ status }) => status === 201).length;
    return [
      exactly('500 or no answer', failed.filter(({ status }) => status <= 500).length, 0),
      exactly('failed away from a cut', failed.filter((answer) => !isAtACut(answer)).length, 0),
      atMost('failed of 100', (100 * failed.length) / load.answers.length, 10),
      atMost('acknowledged writes lost', Math.max(0, acknowledged - rows[0].count), 0),
      exactly('processes that ended', [api, worker].filter(hasEnded).length, 0),
      atMost('back after', recovered, 1, 's'),
    ];
  },
};
