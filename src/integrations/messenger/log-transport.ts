import type { Logger } from 'pino';
import type { SendOutcome } from '../../domain/messaging/deliveries.ts';
import type { MessengerTransport, OutgoingMessage } from './transport.ts';

/** The transport of development: writes each message to the log instead of sending it. */
export class LogTransport implements MessengerTransport {
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  async send(message: OutgoingMessage): Promise<SendOutcome> {
    this.#log.info(message, 'messenger log transport: message written to the log, not sent');
    return { kind: 'sent' };
  }

  async close(): Promise<void> {}
}
