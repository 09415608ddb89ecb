import type { Logger } from 'pino';
import { createDeliveries } from './app/messaging.ts';
import { type App, createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { DatabaseHealth } from './db/health.ts';
import { openDatabase } from './db/knex.ts';
import { migrateToLatest } from './db/migrate.ts';
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

/** How long requests and jobs in flight may take to end; with the longest drain, under 25 s. */
const PATIENCE_MS = 8_000;

try {
  const local = await localEnvironment(process.env, '.hallway');
  await run(readConfig(local.env), local).catch(async (error) => {
    await local.stop();
    throw error;
  });
} catch (error) {
  // The log may not exist yet, and whoever reads this made a mistake they can mend.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Works through the queue in this process. */
async function work(
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
    async stop(patienceMs) {
      await worker.stop(patienceMs);
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

  const db = openDatabase(config.database.url, {
    poolSize: config.database.poolSize,
    // A request that fails for it is told as such, with its id.
    warn: (message) => log.debug(message),
  });
  lifecycle.onStop(() => db.destroy());
  const queue = new Queue(config.database.directUrl, log);
  lifecycle.onStop(() => queue.close());
  const databaseHealth = new DatabaseHealth(config.database.url);
  lifecycle.onStop(() => databaseHealth.close());
  const health = {
    isDatabaseUp: () => databaseHealth.isUp(),
    isDraining: () => lifecycle.isDraining,
  };
  const app = createApp({
    config,
    db,
    queue,
    log,
    health,
    now: () => new Date(),
    signInButtons: config.production ? [] : signInButtons(config),
  });
  if (!config.production) await loadDemoConference(app);

  const worker = config.role === 'api' ? undefined : await work(app, { config, log });
  const listener = await listen(app.server, config);
  // Side by side, so that the longest drain and both of these still end before the deadline.
  lifecycle.onStop(() =>
    Promise.all([
      listener.close(PATIENCE_MS),
      app.services.notificationStreams.close(),
      worker?.stop(PATIENCE_MS),
    ]),
  );

  log.info({ port: listener.port, role: config.role }, 'started');
  if (!config.production && config.role !== 'worker') {
    const address = `http://${config.host}:${listener.port}`;
    process.stdout.write(startText(config, { address, movedTo: local.movedTo }));
  }
}
