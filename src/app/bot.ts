import { whileAdvisoryLock } from '../db/advisory-lock.ts';
import { messengerHash } from '../domain/people/messenger-hashes.ts';
import type { MessengerTransport } from '../integrations/messenger/transport.ts';
import {
  BotPressesService,
  type ConnectionAnswers,
  type SeatsOf,
} from '../services/messaging/bot-presses.service.ts';
import { BotRepliesService } from '../services/messaging/bot-replies.service.ts';
import { BotUpdatesService } from '../services/messaging/bot-updates.service.ts';
import { NotificationSettingsService } from '../services/messaging/inbox.service.ts';
import type {
  MessengerUpdatesService,
  UpdatePollingService,
} from '../services/messaging/messenger-updates.service.ts';
import type { Base } from './outside.ts';

/** The key of the advisory lock: "poll" in ASCII. */
const POLL_LOCK_KEY = 0x706f6c6c;

interface Needs extends Pick<Base, 'store' | 'config' | 'log'> {
  readonly transport: MessengerTransport | undefined;
  readonly services: {
    readonly connections: ConnectionAnswers;
    readonly registrations: SeatsOf;
    readonly attendances: SeatsOf;
  };
}

/** What the bot answers. Only the worker does. */
export function createBot({ store, config, log, transport, services }: Needs) {
  const { connections, registrations, attendances } = services;
  const replies = new BotRepliesService({
    store,
    transport,
    rate: config.messenger.messagesPerSecond,
    log,
  });
  return {
    botUpdates: new BotUpdatesService({
      store,
      replies,
      appUrl: config.messenger.appUrl,
      hashOf: messengerHash(config.hashSecrets),
    }),
    botPresses: new BotPressesService({
      store,
      replies,
      connections,
      settings: new NotificationSettingsService({ store }),
      seats: { conference: registrations, event: attendances },
    }),
  };
}

/** Undefined where the messenger sends the updates of the bot itself. Only the worker polls. */
export async function createUpdatePolling({
  config,
  log,
  updates,
}: Pick<Base, 'config' | 'log'> & {
  updates: MessengerUpdatesService;
}): Promise<UpdatePollingService | undefined> {
  const { updates: way, apiRoot, botToken } = config.messenger;
  if (way !== 'poll' || botToken === undefined) return undefined;
  const { directUrl } = config.database;
  // Production never polls, and goes without the client.
  const { BotApi } = await import('../integrations/messenger/bot-api.ts');
  const { UpdatePollingService } = await import(
    '../services/messaging/messenger-updates.service.ts'
  );
  return new UpdatePollingService({
    api: new BotApi({ apiRoot, botToken }),
    updates,
    whileLocked: (signal, work) =>
      whileAdvisoryLock(directUrl, { key: POLL_LOCK_KEY, signal }, work),
    log,
  });
}
