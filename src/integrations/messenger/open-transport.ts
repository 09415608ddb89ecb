import type { Logger } from 'pino';
import { LogTransport } from './log-transport.ts';
import type { MessengerTransport } from './transport.ts';

export interface OpenTransport extends MessengerTransport {
  /** Waits for messages in flight, then closes the connections. */
  close(): Promise<void>;
}

interface TransportSettings {
  readonly transport: 'bot' | 'log' | 'none';
  readonly apiRoot: string;
  readonly botToken: string | undefined;
}

/**
 * Undefined if messages cannot leave this process.
 * @throws Error when the transport is `bot` and no bot token is set
 */
export async function openTransport(
  { transport, apiRoot, botToken }: TransportSettings,
  log: Logger,
): Promise<OpenTransport | undefined> {
  if (transport === 'none') {
    log.warn('messenger transport: none is configured, every message is skipped');
    return undefined;
  }
  if (transport === 'log') return new LogTransport(log);
  if (!botToken) throw new Error('messenger transport: expected a bot token to send messages');
  return onFirstMessage(async () => {
    const { BotTransport } = await import('./bot-transport.ts');
    return new BotTransport({ apiRoot, botToken });
  });
}

/** The Bot API client is loaded by the first message: a process that never sends goes without it. */
function onFirstMessage(open: () => Promise<OpenTransport>): OpenTransport {
  let opened: Promise<OpenTransport> | undefined;
  return {
    async send(message) {
      opened ??= open();
      return (await opened).send(message);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
