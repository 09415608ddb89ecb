import type { Logger } from 'pino';
import { createDeliveries } from './app/messaging.ts';
import type { Outside } from './app/outside.ts';
import { type App, createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { DatabaseHealth } from './db/health.ts';
import { openDatabase } from './db/knex.ts';
import { migrateToLatest } from './db/migrate.ts';
import { PoolHealth } from './db/pool-health.ts';
import { loadDemoConference } from './development/demo-conference.ts';
import { type LocalEnvironment, localEnvironment } from './development/environment.ts';
import { signInButtons } from './development/sign-in-buttons.ts';
import { startText } from './development/start-text.ts';
import { listen } from './http/listener.ts';
import { openTransport } from './integrations/messenger/open-transport.ts';
import { Queue } from './jobs/queue.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { Lifecycle } from './lifecycle.ts';
import { openLog } from './log.ts';

/** The time for in-flight requests and jobs to finish: with the longest drain, less than 25 s. */
const STOP_TIMEOUT_MS = 8_000;

try {
  const local = await localEnvironment(process.env, '.hallway');
  await run(readConfig(local.env), local).catch(async (error) => {
    await local.stop();
    throw error;
  });
} catch (error) {
  // Printed without a log, which may not exist yet: the reader is the operator who started this.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Opens the database pool, the queue and the health check, which close at shutdown. */
function connect(config: Config, log: Logger, lifecycle: Lifecycle): Outside {
  const db = openDatabase(config.database.url, {
    poolSize: config.database.poolSize,
    // At debug level, because the request that fails is logged with its id.
    warn: (message) => log.debug(message),
  });
  lifecycle.onStop(() => db.destroy());
  const queue = new Queue(config.database.directUrl, log);
  lifecycle.onStop(() => queue.close());
  const databaseHealth = new DatabaseHealth(config.database.url, new PoolHealth(db));
  lifecycle.onStop(() => databaseHealth.close());
  const health = {
    isDatabaseUp: () => databaseHealth.isUp(),
    isDraining: () => lifecycle.isDraining,
  };
  return { config, db, queue, log, health, now: () => new Date() };
}

async function startJobs(
  { store, services }: App,
  { config, log }: { config: Config; log: Logger },
): Promise<Worker> {
  const transport = await openTransport(config.messenger, log);
  const deliveries = createDeliveries({ store, config, log, transport });
  const worker = await startWorker(config.database.directUrl, {
    store,
    broadcastFanout: services.broadcastFanout,
    deliveries,
    log,
  });
  return {
    async stop(timeoutMs) {
      await worker.stop(timeoutMs);
      await transport.close();
    },
  };
}

async function run(config: Config, local: LocalEnvironment): Promise<void> {
  const log = openLog({
    level: config.logLevel,
    pretty: !config.production && process.stdout.isTTY,
  });
  const lifecycle = new Lifecycle({ log, drainDelayMs: config.drainDelayMs });
  lifecycle.onStop(() => local.stop());
  lifecycle.watch();
  if (config.database.migrateOnStart) await migrateToLatest(config.database.directUrl);

  let address = '';
  const app = createApp({
    ...connect(config, log, lifecycle),
    address: () => address,
    signInButtons: config.production ? [] : signInButtons(config),
  });
  if (!config.production) await loadDemoConference(app);

  const worker = config.role === 'api' ? undefined : await startJobs(app, { config, log });
  const listener = await listen(app.server, config);
  address = `http://${config.host}:${listener.port}`;
  // In parallel, so that the longest drain and these together stay below the deadline.
  lifecycle.onStop(() =>
    Promise.all([
      listener.close(STOP_TIMEOUT_MS),
      app.services.notificationStreams.close(),
      worker?.stop(STOP_TIMEOUT_MS),
    ]),
  );

  log.info({ port: listener.port, role: config.role }, 'started');
  if (!config.production && config.role !== 'worker') {
    process.stdout.write(startText(config, { address, movedTo: local.movedTo }));
  }
}
