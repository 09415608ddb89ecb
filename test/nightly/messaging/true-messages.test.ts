import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BotSandbox } from '../../../src/development/bot-sandbox.ts';
import { createDatabase } from '../../support/database.ts';
import { casesOf } from '../../support/fuzz-runs.ts';
import { endServices } from '../../support/service.ts';
import { LATENCY_MS, liveThrough } from '../../support/true-messages.ts';

/** One seed after another; TRUE_MESSAGES_SEED=n begins with another one. */
const FIRST_SEED = Number(process.env.TRUE_MESSAGES_SEED ?? 1);
const SEEDS = Array.from({ length: casesOf({ least: 1, per: 8_000 }) }, (_, n) => FIRST_SEED + n);
/** Each second has one call for each chat. */
const TEST_MS = 240_000;

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-messages-'));
  await chmod(cwd, 0o755);
});
afterEach(endServices);
afterAll(() => rm(cwd, { recursive: true }));

it.each(SEEDS)(
  'after 50 edits with kills, what stands in each chat is true, seed %i',
  async (seed) => {
    await using database = await createDatabase();
    await using sandbox = await BotSandbox.start({ latencyMs: LATENCY_MS });
    const plan = { databaseUrl: database.url, cwd, sandbox, seed, edits: 50, kills: 2 };
    const result = await liveThrough(plan);

    if (process.env.TRUE_MESSAGES_SEED) console.log(seed, result);
    expect(result.untrue).toEqual([]);
    expect(result.doubles).toBeLessThanOrEqual(result.inFlight);
    expect(result.orphans).toBeLessThanOrEqual(result.inFlight);
    expect(result.messages).toBeGreaterThan(0);
    expect(result.shortestGapMs).toBeGreaterThanOrEqual(1_000);
  },
  TEST_MS,
);
