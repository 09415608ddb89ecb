import type { Logger } from 'pino';
import { createBot, createUpdatePolling } from './app/bot.ts';
import { connect } from './app/connections.ts';
import { createDeliveries, createWakeUps } from './app/messaging.ts';
import type { ProcessMetrics } from './app/metrics.ts';
import type { Outside } from './app/outside.ts';
import { sweepTemporaryFiles, sweepUploads } from './app/start-sweeps.ts';
import { type App, createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { withAdvisoryLock } from './db/advisory-lock.ts';
import { DatabaseStart } from './db/database-start.ts';
import { migrateToLatest } from './db/migrate.ts';
import { DatabaseOutage } from './db/outage.ts';
import type { LocalEnvironment } from './development/environment.ts';
import { openEnvironment } from './environment.ts';
import { AddressLimit } from './http/address-limit.ts';
import { type Listener, listen } from './http/listener.ts';
import { builtPage, type PageFiles } from './http/pages.ts';
import { createStartingServer } from './http/server.ts';
import { openTransport } from './integrations/messenger/open-transport.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { ensureWritable } from './lib/files.ts';
import { settingWarnings } from './lib/settings.ts';
import { VERSION } from './lib/version.ts';
import { Lifecycle } from './lifecycle.ts';
import { openLog } from './log.ts';

/** The key of the advisory lock: "demo" in ASCII. */
const DEMO_LOCK_KEY = 0x64656d6f;
/** The time for in-flight requests and jobs to finish: with the longest drain, less than 25 s. */
const STOP_TIMEOUT_MS = 8_000;

try {
  const local = await openEnvironment(process.env, '.hallway');
  await start(local);
} catch (error) {
  // Printed without a log, which may not exist yet: the reader is the operator who started this.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function startJobs(
  { store, services }: App,
  { config, log, lifecycle }: { config: Config; log: Logger; lifecycle: Lifecycle },
): Promise<Worker> {
  const transport = await openTransport(config.messenger, log);
  lifecycle.onStop(async () => transport?.close());
  const deliveries = createDeliveries({ store, config, log, transport });
  const polling = await createUpdatePolling({ config, log, updates: services.messengerUpdates });
  polling?.open();
  lifecycle.onStop(async () => polling?.close());
  return startWorker(config.database.directUrl, {
    store,
    broadcastFanout: services.broadcastFanout,
    dueSources: services.dueSources,
    adminSeatRequests: services.adminSeatRequests,
    ownGuests: services.ownGuests,
    transfers: services.transfers,
    guestRetention: services.guestRetention,
    matchTerms: services.matchTerms,
    recommendations: services.recommendations,
    mediaFiles: services.mediaFiles,
    ownerKeys: services.ownerKeys,
    partnerMintRuns: services.partnerMintRuns,
    recalculations: services.recalculations,
    ratingRequests: services.ratingRequests,
    sessionReminders: services.sessionReminders,
    enrichmentRuns: services.enrichmentRuns,
    pendingAwards: services.pendingAwards,
    unsignedCalls: services.unsignedCalls,
    userReports: services.userReports,
    webhookSending: services.webhookSending,
    welcomes: services.welcomes,
    deliveries,
    ...createBot({ store, config, log, transport, services }),
    wakeUps: createWakeUps({ store, config, log }),
    log,
  });
}

/** @throws Error when it cannot start; whatever was opened is closed then */
async function start(local: LocalEnvironment): Promise<void> {
  let lifecycle: Lifecycle | undefined;
  try {
    const config = readConfig(local.env);
    const { directory } = config.media;
    if (directory !== undefined) await ensureWritable(directory, 'MEDIA_DIR');
    const outage = new DatabaseOutage(config.database);
    const log = openLog({
      level: config.logLevel,
      pretty: !config.production && process.stdout.isTTY,
      holds: (line) => outage.holds(line),
    });
    lifecycle = new Lifecycle({ log, drainDelayMs: config.drainDelayMs });
    lifecycle.onStop(() => local.stop());
    lifecycle.watch();
    for (const warning of settingWarnings(local.env)) log.warn(`settings: ${warning}`);
    await run({ config, log, lifecycle, local, outage });
  } catch (error) {
    // The signal that made this start fail closes the opened resources.
    if (lifecycle?.isDraining) return;
    await (lifecycle?.close() ?? local.stop());
    throw error;
  }
}

interface Run {
  readonly config: Config;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly local: LocalEnvironment;
  readonly outage: DatabaseOutage;
}

async function run({ config, log, lifecycle, local, outage }: Run): Promise<void> {
  const { directUrl: url } = config.database;
  const database = new DatabaseStart({ url, needsPrimary: config.role !== 'api', log });
  const listener = await openListener({ config, log, lifecycle, database });
  const metrics = await openMetrics({ config, log, lifecycle, listener });
  await prepareDatabase(database, { config, lifecycle });
  outage.open(log);
  lifecycle.onStop(() => outage.close());
  await sweepTemporaryFiles(log);

  const address = `http://${config.host}:${listener.port}`;
  const app = createApp({
    ...(await connect({ config, log, lifecycle, metrics })),
    address: () => address,
    ...(config.production
      ? { referenceFiles: builtPage('reference'), consoleFiles: builtPage('console') }
      : { ...(await referenceOf(config)), consoleFiles: await consoleOfSources() }),
    demo: config.production ? undefined : await demoOf(config),
  });
  const { stores, enrichmentProvider, partnerClient, shareMessages, webhookHttp } = app.services;
  lifecycle.onStop(() =>
    Promise.all([
      stores.close(),
      enrichmentProvider.close(),
      partnerClient?.close(),
      shareMessages.close(),
      webhookHttp.close(),
    ]),
  );
  await sweepUploads(stores, log);
  lifecycle.onStop(() =>
    Promise.all([
      app.notifySender.close(),
      app.changeSender.close(),
      app.services.adminAuthentication.close(),
      app.services.profileReads.close(),
    ]),
  );
  await app.services.ownerKeys.checkStart(config);
  if (!config.production) await loadDemoConference(app, config.database.directUrl);

  const worker =
    config.role === 'api' ? undefined : await startJobs(app, { config, log, lifecycle });
  listener.serve(app.server);
  metrics?.started(app);
  // These run in parallel, so that the longest drain and these together stay below the deadline.
  lifecycle.onStop(() =>
    Promise.all([
      listener.close(STOP_TIMEOUT_MS),
      app.services.notificationStreams.close(),
      app.services.adminStreams.close(),
      worker?.stop(STOP_TIMEOUT_MS),
    ]),
  );

  log.info({ port: listener.port, role: config.role, version: VERSION }, 'started');
  log.flush();
  if (!config.production && config.role !== 'worker') {
    const { startText } = await import('./development/start-text.ts');
    process.stdout.write(startText(config, { address, ...local }));
  }
}

// The image contains no development code, so production must not import it.

async function referenceOf(
  config: Config,
): Promise<Pick<Outside, 'signInButtons' | 'referenceFiles'>> {
  const { signInButtons } = await import('./development/sign-in-buttons.ts');
  const { developmentReference } = await import('./development/reference.ts');
  const buttons = signInButtons(config);
  return { signInButtons: buttons, referenceFiles: developmentReference(buttons) };
}

async function consoleOfSources(): Promise<() => Promise<PageFiles>> {
  const development = await import('./development/console.ts');
  return development.developmentConsole();
}

async function demoOf(config: Config): Promise<Outside['demo']> {
  const development = await import('./development/demo.ts');
  return development.demoRouter(config);
}

/** Several processes may start on one empty database: one loads, the others wait for it. */
async function loadDemoConference(app: App, databaseUrl: string): Promise<void> {
  const development = await import('./development/demo-conference.ts');
  const load = () => development.loadDemoConference(app);
  await withAdvisoryLock(databaseUrl, DEMO_LOCK_KEY, load);
}

/** Loads nothing without a port for them. */
async function openMetrics(deps: Parameters<typeof ProcessMetrics.open>[0]) {
  const { metrics } = deps.config;
  return metrics && (await import('./app/metrics.ts')).ProcessMetrics.open(deps, metrics);
}

/**
 * Takes the port before anything is migrated or sent; until the service is ready, every request is
 * answered with 503.
 * @throws Error with a readable message when the port is taken
 */
async function openListener({
  config,
  log,
  lifecycle,
  database,
}: Omit<Run, 'local' | 'outage'> & { database: DatabaseStart }): Promise<Listener> {
  const health = {
    isDatabaseUp: async () => false,
    isSchemaBehind: () => database.isSchemaBehind,
    isDraining: () => lifecycle.isDraining,
    refusesRequests: () => false,
  };
  const { maxConnectionsPerAddress: limit } = config;
  const addressLimit = limit === undefined ? undefined : new AddressLimit({ limit, log });
  const starting = createStartingServer({ ...config, log, health });
  const listener = await listen(starting, { ...config, addressLimit });
  lifecycle.onStop(() => listener.close(STOP_TIMEOUT_MS));
  return listener;
}

/**
 * Waits for the database, then migrates the schema or waits until it is migrated. A signal ends the
 * wait, and with it the start.
 */
async function prepareDatabase(
  database: DatabaseStart,
  { config, lifecycle }: Pick<Run, 'config' | 'lifecycle'>,
): Promise<void> {
  const { directUrl, migrateOnStart } = config.database;
  const waiting = new AbortController();
  lifecycle.onStop(async () => waiting.abort());
  if (migrateOnStart) {
    await database.untilReachable(waiting.signal);
    await migrateToLatest(directUrl);
  }
  await database.untilReady(waiting.signal);
}
