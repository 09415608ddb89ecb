import { setTimeout as sleep } from 'node:timers/promises';
import { signInitData } from '../../src/development/launch-data.ts';
import { ADMIN_API_KEY, BOT_TOKEN, tokenIssuer } from '../harness/service.ts';
import { Client } from './client.ts';
import {
  EVENTS,
  type Outcome,
  type Plan,
  RECOMMENDED,
  RECOMMENDED_EVERY,
  SCREENS,
  type Series,
} from './plan.ts';
import { Recorder } from './recorder.ts';

/**
 * The generator, a process of its own: receives a plan, sends its requests when they are due,
 * however late the answers are, and returns the outcome. It ends with the connection to its parent.
 */
process.once('message', async (plan: Plan) => {
  const recorder = new Recorder();
  const client = new Client(plan.urls, recorder);
  const outcome = await new Generator(plan, client, recorder).run();
  // The streams stay open until the parent has read the CPU times.
  process.once('message', () => client.close().then(() => process.disconnect()));
  process.send?.(outcome);
});

interface Start {
  /** Milliseconds after the start of the plan. */
  readonly at: number;
  readonly begin: (since: number) => Promise<unknown>;
}

const tokenOf = tokenIssuer();
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

class Generator {
  readonly #plan: Plan;
  readonly #client: Client;
  readonly #recorder: Recorder;
  readonly #launchedAt = new Date();

  constructor(plan: Plan, client: Client, recorder: Recorder) {
    this.#plan = plan;
    this.#client = client;
    this.#recorder = recorder;
  }

  async run(): Promise<Outcome> {
    const { attendees, checkIns, registrations } = this.#plan;
    const arrivals = this.#arrivals(attendees);
    const starts = [
      ...arrivals,
      ...this.#evenly(checkIns, (id) => (since) => this.#checkIn(id, since)),
      ...this.#evenly(registrations, (id, n) => (since) => this.#register(id, n, since)),
    ].sort((a, b) => a.at - b.at);
    const startedAt = performance.now();
    const begun: Promise<unknown>[] = [];
    for (const { at, begin } of starts) {
      const wait = startedAt + at - performance.now();
      if (wait > 0) await sleep(wait);
      this.#recorder.begun(performance.now() - startedAt - at);
      begun.push(begin(startedAt + at));
    }
    await Promise.all(begun);
    return this.#recorder.outcome(arrivals.length);
  }

  /** At random moments, as people who know nothing of each other arrive; the same in each run. */
  #arrivals({ first, perSecond }: Series): Start[] {
    const starts: Start[] = [];
    let random = 1;
    let at = 0;
    for (;;) {
      random = (random * 48_271) % 2_147_483_647;
      at -= (Math.log(random / 2_147_483_647) * 1_000) / perSecond;
      if (at >= this.#plan.seconds * 1_000) return starts;
      const id = first + starts.length;
      // Signed before the start, so that it costs the generator nothing later.
      const init_data = launchDataOf(id, this.#launchedAt);
      const n = starts.length;
      starts.push({ at, begin: (since) => this.#arrive({ id, n, init_data }, since) });
    }
  }

  #evenly(
    { first, perSecond }: Series,
    beginOf: (id: number, n: number) => Start['begin'],
  ): Start[] {
    return Array.from({ length: Math.floor(perSecond * this.#plan.seconds) }, (_, n) => ({
      at: ((n + 0.5) * 1_000) / perSecond,
      begin: beginOf(first + n, n),
    }));
  }

  async #arrive(
    { id, n, init_data }: { id: number; n: number; init_data: string },
    since: number,
  ): Promise<void> {
    const from = { 'x-forwarded-for': `198.51.100.${1 + (n % this.#plan.addresses)}` };
    const { only } = this.#plan;
    if (only !== undefined && only !== 'login') {
      await this.#request(only, { ...from, ...bearer(tokenOf(id)) }, since);
      return;
    }
    const login = { name: 'login', path: '/auth/login', headers: from, body: { init_data }, since };
    const answer = await this.#client.send(login, true);
    if (answer === undefined || only === 'login') return;
    const headers = { ...from, ...bearer(JSON.parse(answer).token) };
    const names = [...Object.keys(SCREENS), 'stream'];
    if (n % RECOMMENDED_EVERY === 0) names.push('recommended');
    const now = performance.now();
    await Promise.all(names.map((name) => this.#request(name, headers, now)));
  }

  #request(name: string, headers: Record<string, string>, since: number): Promise<unknown> {
    if (name === 'stream') {
      return this.#client.open({ name, path: '/notifications/stream', headers, since });
    }
    const path = name === 'recommended' ? RECOMMENDED : SCREENS[name as keyof typeof SCREENS];
    return this.#client.send({ name, path, headers, since });
  }

  #checkIn(user_id: number, since: number): Promise<unknown> {
    const headers = { 'x-api-key': ADMIN_API_KEY, 'x-forwarded-for': '192.0.2.1' };
    const path = '/admin/conferences/1/check-in';
    return this.#client.send({ name: 'check-in', path, headers, body: { user_id }, since });
  }

  #register(id: number, n: number, since: number): Promise<unknown> {
    const headers = { ...bearer(tokenOf(id)), 'x-forwarded-for': '192.0.2.2' };
    const body = { event_id: 1 + (n % EVENTS) };
    return this.#client.send({
      name: 'registration',
      path: '/events/attend',
      headers,
      body,
      since,
    });
  }
}

/** As the messenger signs it for a user of the data set. */
const launchDataOf = (id: number, at: Date): string =>
  signInitData(
    {
      id: 1_000_000 + id,
      first_name: `First ${id}`,
      last_name: `Last ${id}`,
      username: `user_${id}`,
      language_code: 'en',
      allows_write_to_pm: true,
    },
    { at, botToken: BOT_TOKEN },
  );
