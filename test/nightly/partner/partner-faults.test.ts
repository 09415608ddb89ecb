import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPartner } from '../../../src/app/partner.ts';
import type { PlannedFault, SandboxFault } from '../../../src/development/partner-sandbox.ts';
import { messengerHash } from '../../../src/domain/people/messenger-hashes.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { ADMIN_API_KEY, JWT_SECRET } from '../../support/api.ts';
import { people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { PartnerTest } from '../../support/partner.ts';
import { ENCRYPTION_KEY, endServices, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** Faults of the partner during mints; 1,000 were run by hand. */
const FAULTS = Number(process.env.PARTNER_FAULTS ?? 48);
const PEOPLE = 12;
/** The texts of the partner's faults; none of them may leave the integration. */
const WORDS = ['no such table', 'Sign in to the gateway', 'canary-of-the-partner', 'sandbox-'];
const TIMEOUT = { PARTNERA_TIMEOUT_MS: '1000' };

const { log, lines } = recordingLog();
let test: PartnerTest;

beforeAll(async () => {
  test = await PartnerTest.start({ log, env: TIMEOUT });
});
afterAll(() => test.close());
afterEach(endServices);
beforeEach(() => test.reset());

/** Every kind, as the partner may send it. */
const kinds = (): readonly SandboxFault[] => [
  'slow',
  'error',
  'html',
  'huge',
  'cut',
  { redirect: `${test.api.url}/healthz` },
  { status: 200, body: { status: 'minted', nonsense: 'canary-of-the-partner' } },
  { status: 404, body: { error: 'canary-of-the-partner' } },
  { retryAfter: '1' },
];

/** Thrown at the point where a process would be killed: no code after it runs. */
class Killed extends Error {}

/** The worker of a process of its own, with its own connections and breaker. */
function newWorker(options: { kill?: () => boolean } = {}) {
  const { store, configWith, now } = test.api;
  const config = configWith({});
  const { partnerMintRuns, partnerClient } = createPartner(
    { store: options.kill ? dying(store, options.kill) : store, config, log, now },
    { notifications: test.api.services.notifications, hashOf: messengerHash(config.hashSecrets) },
  ).services;
  return { partnerMintRuns, [Symbol.asyncDispose]: async () => partnerClient?.close() };
}

/** A store of a process that is killed before it records an answer of the partner. */
function dying<S extends object>(store: S, isKilled: () => boolean): S {
  const records = /^update(Minted|Accepted|Unknown|Failed)$/;
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'partnerMints') return wrap(value as object);
        if (name === 'transaction') {
          return (work: (tx: object) => unknown) =>
            (value as (work: (tx: object) => unknown) => unknown).call(target, (tx: object) =>
              work(wrap(tx)),
            );
        }
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (records.test(String(name)) && isKilled()) throw new Killed();
          return value.apply(target, args);
        };
      },
    });
  return wrap(store);
}

describe('a fault of the partner', () => {
  it(`does not mint twice: ${FAULTS} faults and killed workers, one mint for each user`, async () => {
    const users = (await people(test.api.db, PEOPLE)) as User[];
    for (const user of users) {
      await test.verified(user);
      await test.mint(user).expect(201);
    }
    let faults = 0;
    const planned = (): PlannedFault | undefined => {
      if (faults >= FAULTS) return undefined;
      const all = kinds();
      const fault = all[faults % all.length];
      // Each kind before the call takes effect and after it.
      const isLate = Math.floor(faults / all.length) % 2 === 0;
      faults += 1;
      return fault && { fault, isLate };
    };
    test.answerBy(async ({ path: called }) =>
      // A lost answer to a refresh ends the session, which is another promise.
      called.startsWith('/v1/mints') ? planned() : undefined,
    );
    const isMinted = async () =>
      (await test.api.db('partner_mints').whereNot({ status: 'minted' })).length === 0;
    for (let round = 0; faults < FAULTS || !(await isMinted()); round += 1) {
      await using worker = newWorker(
        round % 3 === 2 ? { kill: () => faults < FAULTS && ++faults > 0 } : {},
      );
      await test.api.db('partner_mints').update({ next_poll_at: 'epoch' });
      await worker.partnerMintRuns.runDue().catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      // A mint that was recorded before the faults is requested from the partner again.
      if (faults < FAULTS) {
        await test.api
          .db('partner_mints')
          .where({ status: 'minted' })
          .update({ status: 'unknown' });
      }
    }

    const accounts: string[] = await test.api.db('partner_accounts').pluck('partner_user_id');
    const minted = test.sandbox.mints.map(({ user_id }) => user_id);
    expect(minted.toSorted()).toEqual(accounts.toSorted());
    const text = JSON.stringify(lines);
    expect(WORDS.filter((word) => text.includes(word))).toEqual([]);
  }, 1_200_000);

  it.each([
    ['slow', 'slow'],
    ['500', 'error'],
    ['HTML', 'html'],
    ['50 MB', 'huge'],
    ['cut', 'cut'],
  ] as const)(
    'is answered 502 without its words, and within its time: %s',
    async (_what, fault) => {
      await using other = await test.second({ env: TIMEOUT, log });
      const [user] = await people(test.api.db, 1);
      await test.register(user, undefined, other).expect(200);
      test.answerBy(async () => ({ fault, isLate: false }));
      const before = process.memoryUsage().rss;
      for (const request of [
        test.verify(user, '424242', other),
        test.register(user, undefined, other),
      ]) {
        const { body, text } = await request.expect(502);
        expect(body).toEqual(failure('UPSTREAM_ERROR'));
        expect(WORDS.filter((word) => text.includes(word))).toEqual([]);
      }
      // The sandbox itself runs in this process.
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_024 * 1_024);
    },
  );

  it('is a redirect, which is never followed', async () => {
    await using other = await test.second({ env: TIMEOUT });
    const [user] = await people(test.api.db, 1);
    const redirect = `${test.sandbox.url}/v1/redirected`;
    test.answerBy(async () => ({ fault: { redirect }, isLate: false }));
    await test.register(user, undefined, other).expect(502);
    expect(test.calls.map(({ path: called }) => called)).toEqual(['/v1/otp']);
  });

  it('opens the circuit after five, which answers at once and sends nothing', async () => {
    await using other = await test.second({ env: TIMEOUT });
    const users = (await people(test.api.db, 7)) as User[];
    test.answerBy(async () => ({ fault: 'error', isLate: false }));
    for (const user of users) await test.register(user, undefined, other).expect(502);
    expect(test.calls).toHaveLength(5);
  });

  it('does not delay a mint, which is answered 201', async () => {
    const [user] = await people(test.api.db, 1);
    await test.verified(user);
    test.calls.length = 0;
    for (const fault of kinds()) {
      test.answerBy(async () => ({ fault, isLate: false }));
      await test.api.db('partner_mints').delete();
      await test.mint(user).expect(201);
    }
    expect(test.calls).toEqual([]);
  });
});

describe('a worker that is killed', () => {
  it('between the call and the commit leaves one mint, and another worker reports it', async () => {
    const [user] = await people(test.api.db, 1);
    await test.api.db('partner_mints').delete();
    await test.verified(user);
    await test.mint(user).expect(201);
    const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-partner-'));
    const start = () =>
      startService({
        cwd,
        env: {
          ...test.sandbox.env,
          ROLE: 'worker',
          NODE_ENV: 'test',
          DATABASE_URL: test.api.databaseUrl,
          JWT_SECRET,
          ADMIN_API_KEY,
          ENCRYPTION_KEY,
          MESSENGER_BOT_TOKEN: BOT_TOKEN,
        },
      });
    // The demo conference, which the service loads, has a mint too.
    const key = `hallway-${(await test.mintOf(user)).id}-1`;
    const sent = () => test.calls.filter(({ headers }) => headers['idempotency-key'] === key);
    // The mint takes effect, and its answer never comes.
    test.answerBy(async ({ path: called }) =>
      called === '/v1/mints' ? { fault: 'slow', isLate: true } : undefined,
    );
    await using first = await start();
    await until(() => sent().length > 0);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await test.mintOf(user)).toMatchObject({ status: 'unknown' });

    test.answerBy(async () => undefined);
    await test.api.db('partner_mints').update({ next_poll_at: 'epoch' });
    // Else its heartbeat would expire after 10 s.
    await test.api.db.raw(
      `update pgboss.job set heartbeat_on = 'epoch'
        where name = 'run-partner-mints' and state = 'active'`,
    );
    await using second = await start();
    await until(async () => (await test.mintOf(user)).status === 'minted');
    second.child.kill('SIGTERM');
    await second.ended;
    const { partner_user_id } = await test.accountOf(user);
    expect(test.sandbox.mints.filter(({ user_id }) => user_id === partner_user_id)).toHaveLength(1);
    expect(sent()).toHaveLength(1);
    await rm(cwd, { recursive: true });
  });
});
