import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';
import { checkReady } from '../src/db/database-start.ts';
import { openDatabase } from '../src/db/knex.ts';
import { isSound, type KeptNumberCheck } from '../src/domain/operations/kept-numbers.ts';
import type { DueWork } from '../src/domain/operations/restores.ts';
import { openEnvironment } from '../src/environment.ts';
import { Queue } from '../src/jobs/queue.ts';
import { openLog } from '../src/log.ts';
import { openStore } from '../src/repositories/store.ts';
import type { KeptNumbersService } from '../src/services/operations/kept-numbers.service.ts';
import { RestoresService } from '../src/services/operations/restores.service.ts';
import { SendingService } from '../src/services/operations/sending.service.ts';

/**
 * Commands for operators: stops and starts the sending of messages, handles the restore of a backup,
 * and compares kept numbers with their sources. docs/operations.md says when to use which. Wrong
 * input is one sentence and exit code 1.
 */
const USAGE =
  'Usage: npm run ops -- pause | resume | status | after-restore --taken-at=2026-05-14T02:00:00Z [--resend] | check [--repair]';

/** With the offset from UTC; seconds and their fraction at will. */
const INSTANT = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);

interface Services {
  readonly sending: SendingService;
  readonly restores: RestoresService;
  /** The whole service, which takes a second to load: a pause must not wait for it. */
  loadKeptNumbers(): Promise<KeptNumbersService>;
}
/** Returns what it prints. */
type Command = (services: Services) => Promise<string>;

const SIMPLE: Readonly<Record<string, Command>> = {
  async pause({ sending }) {
    const isNew = await sending.pause();
    return isNew
      ? 'Sending is paused. Messages in flight still arrive.'
      : 'Sending was paused before. Nothing changed.';
  },
  async resume({ sending }) {
    const isNew = await sending.resume();
    return isNew ? 'Sending is resumed.' : 'Sending was not paused. Nothing changed.';
  },
  status: ({ sending }) => statusOf(sending),
};

async function statusOf(sending: SendingService): Promise<string> {
  const { paused_at, wait_ms, ...waiting } = await sending.status();
  const limited =
    wait_ms > 0 ? ` The messenger accepts messages again in ${Math.ceil(wait_ms / 1_000)} s.` : '';
  const state = paused_at === null ? 'on' : `paused since ${paused_at}`;
  return [
    `Sending is ${state}.${limited}`,
    table({
      'messages due': waiting.due,
      'messages due later': waiting.later,
      'broadcasts running now': waiting.running_jobs,
      'broadcasts to come': waiting.scheduled_jobs,
    }),
  ].join('\n');
}

/** The differences that are printed of each number. */
const PRINTED = 10;

const check =
  (isRepair: boolean): Command =>
  async ({ loadKeptNumbers }) => {
    const keptNumbers = await loadKeptNumbers();
    const by = { name: 'operator', request_id: randomUUID() };
    const checks = await (isRepair ? keptNumbers.repair(by) : keptNumbers.check());
    if (!isSound(checks)) process.exitCode = 1;
    return checks.flatMap(linesOf).join('\n');
  };

function linesOf({ name, count, differences, isDelayed, repaired }: KeptNumberCheck): string[] {
  const state = count === 0 ? 'right' : `${count} differ`;
  const delay = isDelayed && count > 0 ? ', which the next hourly run corrects' : '';
  const done = repaired ? `, ${repaired} repaired` : '';
  return [
    `${name}: ${state}${delay}${done}`,
    ...differences
      .slice(0, PRINTED)
      .map(
        ({ row, field, expected, found }) =>
          `  ${row}: ${field}: expected ${expected}, found ${found}`,
      ),
  ];
}

const afterRestore =
  (taken_at: string, is_resent: boolean): Command =>
  async ({ restores, sending }) => {
    const due = await restores.handle({ taken_at, is_resent });
    const status = await statusOf(sending);
    if (!due) return `This restore was handled before. Nothing changed.\n${status}`;
    return [
      `Restore of the backup of ${taken_at} handled.`,
      is_resent ? 'To be sent again:' : 'Skipped, with the reason "restored":',
      dueTable(due),
      'Continued:',
      table({ 'mints, asked about by key': due.mints, 'jobs in the queue': due.queued_jobs }),
      status,
      'Next: start all processes, look at the broadcasts that are scheduled, then resume.',
    ].join('\n');
  };

const dueTable = (due: DueWork) =>
  table({
    'messages of broadcasts': due.broadcast_messages,
    'messages to single users': due.single_messages,
    'broadcasts running': due.running_broadcasts,
    'broadcasts scheduled': due.scheduled_broadcasts,
    'reminders of quests': due.reminders,
  });

const table = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `  ${`${name}:`.padEnd(28)}${count}`)
    .join('\n');

/** @throws Error with a sentence for anything but a command and its options */
function commandOf(args: readonly string[]): Command {
  const { name, ...options } = parsed(args);
  if (name === 'after-restore' && options.repair === undefined) {
    return afterRestore(instantOf(options['taken-at']), options.resend ?? false);
  }
  const { repair = false, ...others } = options;
  if (name === 'check' && Object.keys(others).length === 0) return check(repair);
  const command = Object.hasOwn(SIMPLE, name) ? SIMPLE[name] : undefined;
  if (!command || Object.keys(options).length > 0) throw new Error(USAGE);
  return command;
}

function parsed(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'taken-at': { type: 'string' },
        resend: { type: 'boolean' },
        repair: { type: 'boolean' },
      },
    });
    const [name = '', ...more] = positionals;
    if (more.length > 0) throw new Error(USAGE);
    return { name, ...values };
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
}

/** @throws Error with a sentence */
function instantOf(text: string | undefined): string {
  const { success, data } = INSTANT.safeParse(text);
  if (!success) {
    throw new Error(
      `--taken-at: expected a time with its zone, such as 2026-05-14T02:00:00Z, got ${text || 'nothing'}`,
    );
  }
  return new Date(data).toISOString();
}

async function run(command: Command, env: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(env);
  const { url, directUrl } = config.database;
  await checkReady(directUrl);
  const db = openDatabase(url, config.database);
  const log = openLog({ level: 'warn', pretty: false });
  // Connects when a command enqueues.
  const queue = new Queue(directUrl, log);
  let closeStores = async () => {};
  try {
    const store = openStore(db, queue);
    return await command({
      sending: new SendingService({ store }),
      restores: new RestoresService({ store }),
      async loadKeptNumbers() {
        const { createCapabilities } = await import('../src/app.ts');
        const { services } = createCapabilities(store, { config, log, now: () => new Date() });
        closeStores = services.stores.close;
        return services.keptNumbers;
      },
    });
  } finally {
    await closeStores();
    await queue.close();
    await db.destroy();
  }
}

try {
  const command = commandOf(process.argv.slice(2));
  const local = await openEnvironment(process.env, '.hallway');
  try {
    console.log(await run(command, local.env));
  } finally {
    await local.stop();
  }
} catch (error) {
  // Only the message, as at the start of the service: the reader is an operator.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
