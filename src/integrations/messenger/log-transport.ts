import type { Logger } from 'pino';
import type { ChangeOutcome, SendOutcome } from '../../domain/messaging/deliveries.ts';
import type {
  CallbackAnswer,
  MessengerTransport,
  OutgoingMessage,
  SentMessage,
} from './transport.ts';

/** The transport of development: writes each call to the log instead of making it. */
export class LogTransport implements MessengerTransport {
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
