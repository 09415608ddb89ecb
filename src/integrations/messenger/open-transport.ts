import type { Logger } from 'pino';
import { LogTransport } from './log-transport.ts';
import type { MessengerTransport } from './transport.ts';

export interface OpenTransport extends MessengerTransport {
  /** Waits for what is being sent, then lets go of its connections. */
  close(): Promise<void>;
}

interface TransportSettings {
  readonly transport: 'bot' | 'log';
  readonly apiRoot: string;
  readonly botToken: string | undefined;
}

/** @throws Error where messages shall be sent by a bot and there is no token to send them with */
export async function openTransport(
  { transport, apiRoot, botToken }: TransportSettings,
  log: Logger,
): Promise<OpenTransport> {
  if (transport === 'log') return new LogTransport(log);
  if (!botToken) throw new Error('a bot token is needed to send messages');
  // The log needs no client of the Bot API, which would be loaded at every start.
  const { BotTransport } = await import('./bot-transport.ts');
  return new BotTransport({ apiRoot, botToken });
}
