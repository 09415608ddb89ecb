import { messengerHash } from '../domain/people/messenger-hashes.ts';
import type { MessengerTransport } from '../integrations/messenger/transport.ts';
import {
  BotPressesService,
  type ConnectionAnswers,
} from '../services/messaging/bot-presses.service.ts';
import { BotRepliesService } from '../services/messaging/bot-replies.service.ts';
import { BotUpdatesService } from '../services/messaging/bot-updates.service.ts';
import type { Base } from './outside.ts';

interface Needs extends Pick<Base, 'store' | 'config' | 'log'> {
  readonly transport: MessengerTransport | undefined;
  readonly connections: ConnectionAnswers;
}

/** What the bot answers. Only the worker does. */
export function createBot({ store, config, log, transport, connections }: Needs) {
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
    botPresses: new BotPressesService({ store, replies, connections }),
  };
}
