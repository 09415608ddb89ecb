import type { Logger } from 'pino';
import type { ChangeOutcome, SendOutcome } from '../../domain/messaging/deliveries.ts';
import type {
  CallbackAnswer,
  MessengerTransport,
  OutgoingMessage,
  SentMessage,
} from './transport.ts';

/** The transport of development: writes each call to the log instead of making it. */
class LogTransport implements MessengerTransport {
  readonly #log: Logger;
  /** Ids of messages, which no chat has. */
  #sent = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  async send(message: OutgoingMessage): Promise<SendOutcome> {
    this.#log.info(message, 'messenger log transport: message written to the log, not sent');
    this.#sent += 1;
    return { kind: 'sent', message_id: this.#sent };
  }

  edit = (message: OutgoingMessage & SentMessage) => this.#change('edit', message);
  delete = (message: SentMessage) => this.#change('deletion', message);
  answerCallback = (answer: CallbackAnswer) => this.#change('callback answer', answer);

  async close(): Promise<void> {}

  async #change(what: string, fields: object): Promise<ChangeOutcome> {
    this.#log.info(fields, `messenger log transport: ${what} written to the log, not sent`);
    return { kind: 'done' };
  }
}

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
