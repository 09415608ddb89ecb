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
  return onFirstCall(async () => {
    const { BotTransport } = await import('./bot-transport.ts');
    return new BotTransport({ apiRoot, botToken });
  });
}

/** The Bot API client is loaded by the first call: a process that never sends goes without it. */
function onFirstCall(open: () => Promise<OpenTransport>): OpenTransport {
  let opened: Promise<OpenTransport> | undefined;
  const transport = () => {
    opened ??= open();
    return opened;
  };
  return {
    send: async (message) => (await transport()).send(message),
    edit: async (message) => (await transport()).edit(message),
    delete: async (message) => (await transport()).delete(message),
    answerCallback: async (answer) => (await transport()).answerCallback(answer),
    async close() {
      await (await opened)?.close();
    },
  };
}
