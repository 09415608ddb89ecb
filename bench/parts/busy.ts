import { createBusyData, type People, resetSignIns } from '../busy/data.ts';
import { costOf, failuresOf, microsOf, restOf, shortOf, sumOf } from '../busy/figures.ts';
import { type Minute, measureMinute } from '../busy/minute.ts';
import { type Plan, REQUESTS } from '../busy/plan.ts';
import { checkSame } from '../busy/same.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { medians } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { WITH_DEFAULT_LIMITS } from '../harness/service.ts';
import { type Run, startOrdinary, startServiceAnywhere } from '../run.ts';

/** The minute of the goal. A run at a lower rate has its writes at the same share. */
const ATTENDEES_A_MINUTE = 10_000;
const CHECK_INS_A_SECOND = 20;
const REGISTRATIONS_A_SECOND = 5;
const ADDRESSES = 64;

const WHOLE = { scale: 1, rounds: 2, cpuSeconds: 30, halfSeconds: 60, loginSeconds: 60 };
const QUICK = { scale: 0.1, rounds: 1, cpuSeconds: 10, halfSeconds: 8, loginSeconds: 5 };
/** At this rate the cores are not busy, so the CPU time is that of the requests alone. */
const CPU_RATE = 1_200;
/** A busy machine would refuse requests for overload instead of measuring them. */
const WITHOUT_OVERLOAD = { MAX_EVENT_LOOP_DELAY_MS: '0', MAX_POOL_WAIT_MS: '0' };
const WARM_UP = { rate: 1_200, seconds: 6 };
/** Requests of one kind, for their own cost. */
const ALONE = { perSecond: 100, seconds: 5 };

interface Minutes {
  readonly rate: number;
  readonly seconds: number;
  readonly addresses?: number;
  readonly only?: Plan['only'];
  /** The writes of the whole minute instead of their share. */
  readonly allWrites?: true;
}

/**
 * Attendees open the mini app at a steady rate: each signs in, then sends the requests of its first
 * screens at once and opens a stream. Check-ins and registrations run beside them.
 */
export async function measureBusy(run: Run): Promise<Figure[]> {
  const busy = await BusyMinutes.begin(run, run.options.quick ? QUICK : WHOLE);
  await busy.compare();
  const figures = [
    ...(await busy.cost()),
    ...(await busy.halfRate(1)),
    ...(await busy.halfRate(2)),
    await busy.oneAddress(),
    ...(run.options.quick ? [] : [await busy.alone()]),
  ];
  await run.cluster.drop('bench_busy');
  return figures;
}

class BusyMinutes {
  readonly #run: Run;
  readonly #database: string;
  readonly #people: People;
  readonly #sizes: typeof WHOLE;
  /** Users who have been checked in or registered. */
  #written = { checkIns: 0, registrations: 0 };

  private constructor(run: Run, database: string, people: People, sizes: typeof WHOLE) {
    this.#run = run;
    this.#database = database;
    this.#people = people;
    this.#sizes = sizes;
  }

  static async begin(run: Run, sizes: typeof WHOLE): Promise<BusyMinutes> {
    const database = await run.cluster.create('bench_busy');
    const people = await withClient(database, (client) => createBusyData(client, sizes.scale));
    await run.placement.release(run.cluster.postmaster);
    return new BusyMinutes(run, database, people, sizes);
  }

  /** @throws Error unless the ordinary way answers the same */
  compare(): Promise<void> {
    return this.#with(
      async () => [...(await this.#services(1)), ...(await this.#ordinary())],
      (servers) => checkSame(servers.map(({ url }) => url)),
    );
  }

  /** CPU per attendee of one process, and of the ordinary way. */
  async cost(): Promise<Figure[]> {
    const { rounds, cpuSeconds: seconds } = this.#sizes;
    const ours: Minute[] = [];
    const ordinary: Minute[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [minutes, start] of [
        [ours, () => this.#services(1, WITHOUT_OVERLOAD)],
        [ordinary, () => this.#ordinary()],
      ] as const) {
        minutes.push(
          await this.#warm(start, (servers) => this.#measure(servers, { rate: CPU_RATE, seconds })),
        );
      }
    }
    const [mine, others] = [ours, ordinary].map((minutes) =>
      medians(minutes.map(({ serverMs, databaseMs }) => ({ serverMs, databaseMs }))),
    );
    if (!mine || !others) throw new RangeError('no minutes');
    const sum = (cost: typeof mine) => cost.serverMs + cost.databaseMs;
    return [
      {
        title: 'busy minute: CPU of an attendee',
        value: sum(mine),
        goal: { better: 'less', unit: 'ms', must: 20, stretch: 12 },
        detail: `${costOf(mine)}; ${ours.map(shortOf).join('; ')}`,
      },
      {
        title: 'busy minute: CPU as a multiple of Fastify + pg',
        value: sum(mine) / sum(others),
        goal: { better: 'less', unit: '×', must: 0.7, stretch: 0.5 },
        detail: `${costOf(others)}; ${ordinary.map(shortOf).join('; ')}`,
      },
    ];
  }

  /** 5,000 attendees in a minute. */
  async halfRate(processes: number): Promise<Figure[]> {
    const minute = await this.#warm(
      () => this.#services(processes),
      (servers) =>
        this.#measure(servers, {
          rate: ATTENDEES_A_MINUTE / 2,
          seconds: this.#sizes.halfSeconds,
          allWrites: true,
        }),
    );
    const title = `5,000 attendees a minute, ${processes === 1 ? 'one process' : `${processes} processes`}`;
    return [
      {
        title: `${title}: sign-in, 99th percentile`,
        value: minute.times.login?.p99 ?? Number.NaN,
        goal: { better: 'less', unit: 'ms', must: 1_000, stretch: 1_000 },
        detail: `${costOf(minute)}; p99 of the rest: ${restOf(minute)}`,
      },
      {
        title: `${title}: errors`,
        value: failuresOf(minute),
        goal: { better: 'less', unit: 'answers', must: 0, stretch: 0 },
        detail: shortOf(minute),
      },
    ];
  }

  /** The sign-ins of 10,000 attendees behind one address, and then all requests of some. */
  async oneAddress(): Promise<Figure> {
    const [logins, all] = await this.#warm(
      () => this.#services(1, WITHOUT_OVERLOAD),
      async (servers) => [
        await this.#measure(servers, {
          rate: ATTENDEES_A_MINUTE,
          seconds: this.#sizes.loginSeconds,
          addresses: 1,
          only: 'login',
        }),
        await this.#measure(servers, {
          rate: CPU_RATE,
          seconds: this.#sizes.cpuSeconds,
          addresses: 1,
        }),
      ],
    );
    return {
      title: 'attendees behind one address: refused',
      value: sumOf(logins.refused) + sumOf(all.refused),
      goal: { better: 'less', unit: 'answers', must: 0, stretch: 0 },
      detail: `sign-ins alone at 10,000 a minute: ${shortOf(logins)}; all requests: ${shortOf(all)}`,
    };
  }

  /** The cost of each request alone, beside that of the ordinary way. */
  async alone(): Promise<Figure> {
    const costs: Record<string, Minute>[] = [];
    for (const start of [() => this.#services(1, WITHOUT_OVERLOAD), () => this.#ordinary()]) {
      const measured = await this.#warm(start, async (servers) => {
        const minutes: Record<string, Minute> = {};
        for (const only of REQUESTS) {
          const { perSecond, seconds } = ALONE;
          minutes[only] = await this.#measure(servers, { rate: perSecond * 60, seconds, only });
        }
        return minutes;
      });
      costs.push(measured);
    }
    const [ours = {}, ordinary = {}] = costs;
    const sums = [ours, ordinary].map((minutes) =>
      Object.values(minutes).reduce((sum, one) => sum + one.serverMs + one.databaseMs, 0),
    );
    return {
      title: 'each request of an attendee alone: CPU as a multiple of Fastify + pg',
      value: (sums[0] ?? 0) / (sums[1] ?? 0),
      goal: { better: 'less', unit: '×', must: 0.7, stretch: 0.5 },
      detail: REQUESTS.map(
        (name) => `${name} ${microsOf(ours[name])}, Fastify ${microsOf(ordinary[name])}`,
      ).join('; '),
    };
  }

  #services(count: number, others: NodeJS.ProcessEnv = {}): Promise<ServerProcess[]> {
    const from = { DATABASE_URL: this.#database, TRUST_PROXY: '1' };
    const settings = { ...WITH_DEFAULT_LIMITS, ...from, ...others };
    return Promise.all(
      Array.from({ length: count }, () => startServiceAnywhere(this.#run, settings)),
    );
  }

  async #ordinary(): Promise<ServerProcess[]> {
    return [await startOrdinary(this.#run, this.#database)];
  }

  #warm<T>(
    start: () => Promise<ServerProcess[]>,
    work: (servers: readonly ServerProcess[]) => Promise<T>,
  ): Promise<T> {
    return this.#with(start, async (servers) => {
      await this.#measure(servers, WARM_UP);
      return work(servers);
    });
  }

  async #with<T>(
    start: () => Promise<ServerProcess[]>,
    work: (servers: readonly ServerProcess[]) => Promise<T>,
  ): Promise<T> {
    const servers = await start();
    try {
      return await work(servers);
    } finally {
      for (const { stop } of servers) await stop();
    }
  }

  async #measure(
    servers: readonly ServerProcess[],
    { rate, seconds, addresses = ADDRESSES, only, allWrites }: Minutes,
  ): Promise<Minute> {
    await withClient(this.#database, (client) => resetSignIns(client, this.#people));
    const share = allWrites ? 1 : only ? 0 : rate / ATTENDEES_A_MINUTE;
    const written = this.#written;
    const perSecond = {
      checkIns: CHECK_INS_A_SECOND * share,
      registrations: REGISTRATIONS_A_SECOND * share,
    };
    this.#written = {
      checkIns: written.checkIns + Math.ceil(perSecond.checkIns * seconds),
      registrations: written.registrations + Math.ceil(perSecond.registrations * seconds),
    };
    return measureMinute(this.#run, servers, {
      addresses,
      seconds,
      attendees: { first: 1, perSecond: rate / 60 },
      checkIns: { first: 1 + written.checkIns, perSecond: perSecond.checkIns },
      registrations: {
        first: this.#people.firstFree + written.registrations,
        perSecond: perSecond.registrations,
      },
      ...(only && { only }),
    });
  }
}
