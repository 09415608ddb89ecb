import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';
import { checkReady } from '../src/db/database-start.ts';
import { openDatabase } from '../src/db/knex.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { type CounterCheck, isSound } from '../src/domain/operations/denormalized-counters.ts';
import type { DueWork } from '../src/domain/operations/restores.ts';
import { PAUSE_SCOPES, type Pause, type PauseScope } from '../src/domain/operations/sending.ts';
import { openEnvironment } from '../src/environment.ts';
import { Queue } from '../src/jobs/queue.ts';
import { openLog } from '../src/log.ts';
import { openStore } from '../src/repositories/store.ts';
import { OwnerKeysService } from '../src/services/administration/owner-keys.service.ts';
import type { DenormalizedCountersService } from '../src/services/operations/denormalized-counters.service.ts';
import { RestoresService } from '../src/services/operations/restores.service.ts';
import { SendingService } from '../src/services/operations/sending.service.ts';
import { SharedStateService } from '../src/services/operations/shared-state.service.ts';

/**
 * Commands for operators: stops and starts the sending of messages, handles the restore of a backup,
 * compares kept numbers with their sources, and creates a key of an owner. docs/operations.md says when to use which. Wrong
 * input is one sentence and exit code 1.
 */
const USAGE =
  'Usage: npm run ops -- pause [--until=2026-05-14T10:00:00Z] [--scope=broadcasts] [--reason=…] | resume | status | after-restore --taken-at=2026-05-14T02:00:00Z [--resend] | check | owner-key [--name=Mina] [--email=mina@example.org]';

/** With the offset from UTC; seconds and their fraction at will. */
const INSTANT = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);

interface Services {
  readonly sending: SendingService;
  readonly ownerKeys: OwnerKeysService;
  readonly restores: RestoresService;
  /** The numbers of sources by what they wait for. */
  sources(): Promise<Readonly<Record<string, number>>>;
  readonly sharedState: SharedStateService;
  /** The whole service, which takes a second to load: a pause must not wait for it. */
  loadDenormalizedCounters(): Promise<DenormalizedCountersService>;
}
/** Returns what it prints. */
type Command = (services: Services) => Promise<string>;

/** Who runs a command, in the audit log. */
const operator = () => ({ name: 'operator', request_id: randomUUID() });

const SIMPLE = {
  async resume({ sending }) {
    const isNew = await sending.resume();
    return isNew ? 'Sending is resumed.' : 'Sending was not paused. Nothing changed.';
  },
  status: statusOf,
} satisfies Record<string, Command>;

const pause =
  (terms: Pause): Command =>
  async ({ sending }) => {
    const isNew = await sending.pause(terms);
    return isNew
      ? `Sending${whatOf(terms.scope)} is paused${untilOf(terms.until)}. Messages in flight still arrive.`
      : 'Sending was paused before. Nothing changed.';
  };

const whatOf = (scope: PauseScope | null) => (scope === 'broadcasts' ? ' of broadcasts' : '');
const untilOf = (until: string | null) => (until === null ? '' : ` until ${until}`);

async function statusOf({ sending, sources, sharedState }: Services): Promise<string> {
  const { paused_at, scope, until, reason, wait_ms, ...waiting } = await sending.status();
  const { webhook_changes, oldest_webhook_s, ...webhooks } = await sharedState.read();
  const limited =
    wait_ms > 0 ? ` The messenger accepts messages again in ${Math.ceil(wait_ms / 1_000)} s.` : '';
  const because = reason === null ? '' : `: ${reason}`;
  const state = paused_at === null ? 'on' : `paused since ${paused_at}${untilOf(until)}${because}`;
  return [
    `Sending${whatOf(scope)} is ${state}.${limited}`,
    table({
      'messages due': waiting.due,
      'messages due later': waiting.later,
      'broadcasts running now': waiting.running_jobs,
      'broadcasts to come': waiting.scheduled_jobs,
    }),
    'Sources of programmes and guest lists:',
    table(await sources()),
    'Webhooks, which a pause does not stop:',
    table({
      'changes to be sent': webhook_changes,
      'seconds behind': Math.round(oldest_webhook_s),
      'failing endpoints': webhooks.failing_webhooks,
      'endpoints switched off': webhooks.off_webhooks,
    }),
  ].join('\n');
}

/** The differences that are printed of each number. */
const PRINTED = 10;

const check: Command = async ({ loadDenormalizedCounters }) => {
  const checks = await (await loadDenormalizedCounters()).check();
  if (!isSound(checks)) process.exitCode = 1;
  return checks.flatMap(linesOf).join('\n');
};

/** @throws Error with a sentence for the repair of earlier versions */
function checkOf({ repair }: { readonly repair?: boolean | undefined }): Command {
  if (!repair) return check;
  throw new Error(
    'check --repair: no longer an option; docs/operations.md says how to correct each number',
  );
}

function linesOf({ name, count, differences, isDelayed }: CounterCheck): string[] {
  const state = count === 0 ? 'right' : `${count} differ`;
  const delay = isDelayed && count > 0 ? ', which the next hourly run corrects' : '';
  return [
    `${name}: ${state}${delay}`,
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
  async (services) => {
    const due = await services.restores.handle({ taken_at, is_resent });
    const status = await statusOf(services);
    if (!due) return `This restore was handled before. Nothing changed.\n${status}`;
    return [
      `Restore of the backup of ${taken_at} handled.`,
      is_resent ? 'To be sent again:' : 'Skipped, with the reason "restored":',
      dueTable(due),
      'Continued:',
      table({
        'mints, asked about by key': due.mints,
        'sources, read in an hour': due.sources,
        'jobs in the queue': due.queued_jobs,
      }),
      'To be edited, once the sending resumes:',
      table({ 'messages in chats': due.stale_messages }),
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
    'deliveries of webhooks': due.webhook_deliveries,
  });

const table = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `  ${`${name}:`.padEnd(28)}${count}`)
    .join('\n');

const Owner = z.object({
  name: z.string().trim().min(1).max(200).default('Owner'),
  email: z.email().max(254).optional(),
});

/** @throws Error with a sentence */
function ownerKey(given: { name?: string; email?: string }): Command {
  const { success, data } = Owner.safeParse(given);
  if (!success) {
    throw new Error('--name: expected 1 to 200 characters; --email: expected an e-mail address');
  }
  const { name, email = null } = data;
  return async ({ ownerKeys }) => {
    const { secret, expires_at } = await ownerKeys.create(operator(), { name, email });
    return [
      `Created the administrator ${name} with an owner key, which is valid until ${expires_at}.`,
      'Its secret is not shown again. Send it as X-API-Key:',
      secret,
    ].join('\n');
  };
}

type Options = ReturnType<typeof parsed>['options'];

interface Declaration {
  /** The names of its options. */
  readonly takes: readonly (keyof Options)[];
  /** Whether it creates or updates the schema first, where a start of the service does. */
  readonly migrates?: true;
  of(options: Options): Command;
}

const COMMANDS: Readonly<Record<string, Declaration>> = {
  pause: { takes: ['until', 'scope', 'reason'], of: (options) => pause(pauseOf(options)) },
  resume: { takes: [], of: () => SIMPLE.resume },
  status: { takes: [], of: () => SIMPLE.status },
  'after-restore': {
    takes: ['taken-at', 'resend'],
    of: ({ 'taken-at': takenAt, resend = false }) =>
      afterRestore(instantOf('taken-at', takenAt), resend),
  },
  check: { takes: ['repair'], of: checkOf },
  // The first command on a new database, whose service does not start without an owner.
  'owner-key': { takes: ['name', 'email'], migrates: true, of: ownerKey },
};

/** @throws Error with a sentence for anything but a command and its options */
function commandOf(args: readonly string[]) {
  const { name, options } = parsed(args);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const given = Object.keys(options) as (keyof Options)[];
  if (!command || given.some((option) => !command.takes.includes(option))) throw new Error(USAGE);
  return { run: command.of(options), migrates: command.migrates ?? false };
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
        until: { type: 'string' },
        scope: { type: 'string' },
        reason: { type: 'string' },
        name: { type: 'string' },
        email: { type: 'string' },
      },
    });
    const [name = '', ...more] = positionals;
    if (more.length > 0) throw new Error(USAGE);
    return { name, options: { ...values } };
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
}

const PauseOptions = z.object({
  scope: z.enum(PAUSE_SCOPES).default('all'),
  reason: z.string().trim().min(1).max(200).nullable().default(null),
});

/** @throws Error with a sentence */
function pauseOf({
  until,
  ...given
}: Partial<Record<'until' | 'scope' | 'reason', string>>): Pause {
  const { success, data } = PauseOptions.safeParse(given);
  if (!success) {
    throw new Error('--scope: expected all or broadcasts; --reason: expected 1 to 200 characters');
  }
  return { ...data, until: until === undefined ? null : instantOf('until', until) };
}

/** @throws Error with a sentence */
function instantOf(name: string, text: string | undefined): string {
  const { success, data } = INSTANT.safeParse(text);
  if (!success) {
    throw new Error(
      `--${name}: expected a time with its zone, such as 2026-05-14T02:00:00Z, got ${text || 'nothing'}`,
    );
  }
  return new Date(data).toISOString();
}

async function run(command: ReturnType<typeof commandOf>, env: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(env);
  const { url, directUrl, migrateOnStart } = config.database;
  if (command.migrates && migrateOnStart) await migrateToLatest(directUrl);
  await checkReady(directUrl);
  const db = openDatabase(url, config.database);
  const log = openLog({ level: 'warn', pretty: false });
  // Connects when a command enqueues.
  const queue = new Queue(directUrl, log);
  let closeStores = async () => {};
  try {
    const store = openStore(db, queue);
    return await command.run({
      sending: new SendingService({ store, now: () => new Date() }),
      ownerKeys: new OwnerKeysService({ store, log, now: () => new Date() }),
      restores: new RestoresService({ store }),
      async sources() {
        const { waiting, late, off } = await store.sources.countStates();
        return { 'waiting for a person': waiting, 'late by 15 minutes': late, 'switched off': off };
      },
      sharedState: new SharedStateService({ store }),
      async loadDenormalizedCounters() {
        const { createCapabilities } = await import('../src/app.ts');
        const { services } = createCapabilities(store, { config, log, now: () => new Date() });
        closeStores = services.stores.close;
        return services.denormalizedCounters;
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
