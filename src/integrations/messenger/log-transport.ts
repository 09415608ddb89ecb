import type { Logger } from 'pino';
import type { SendOutcome } from '../../domain/messaging/deliveries.ts';
import type { MessengerTransport, OutgoingMessage } from './transport.ts';

/** The outbox of development: every message is a line of the log, and goes nowhere else. */
export class LogTransport implements MessengerTransport {
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  async send(message: OutgoingMessage): Promise<SendOutcome> {
    this.#log.info(message, 'message sent');
    return { kind: 'sent' };
  }

  async close(): Promise<void> {}
}
