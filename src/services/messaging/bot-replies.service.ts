import type { Logger } from 'pino';
import type { BotReply } from '../../domain/messaging/bot-replies.ts';
import type { ChangeOutcome, SendOutcome } from '../../domain/messaging/deliveries.ts';
import { plainHtml } from '../../domain/messaging/messages.ts';
import type { CallbackAnswer, MessengerTransport } from '../../integrations/messenger/transport.ts';
import { atMostEvery } from '../../lib/at-most-every.ts';
import type { Store } from '../../repositories/store.ts';

/** The wait after the messenger refused the bot token. */
const MISCONFIGURED_MS = 60_000;
const REPORT_MS = 60_000;

/** Sends what the bot answers, in the chat and to presses of its buttons. */
export class BotRepliesService {
  readonly #store: Store;
  readonly #transport: MessengerTransport | undefined;
  readonly #log: Logger;
  readonly #mayReportRefusal = atMostEvery(REPORT_MS);

  /** @param deps.transport without one, the bot answers nothing */
  constructor(deps: { store: Store; transport: MessengerTransport | undefined; log: Logger }) {
    this.#store = deps.store;
    this.#transport = deps.transport;
    this.#log = deps.log;
  }

  /**
   * Sends a reply, once the chat and the rate of all messages allow one. A user who has blocked the
   * bot gets none, and counts as unreachable.
   *
   * @returns the milliseconds after which to try again; 0 if nothing is left to do
   * @throws Error when the messenger failed
   */
  async send(chat_id: number, { text, keyboard }: BotReply): Promise<number> {
    const outcome = await this.#transport?.send({
      chat_id,
      html: plainHtml(text),
      keyboard,
    });
    if (outcome?.kind === 'refused' && outcome.reason !== 'rejected') {
      await this.#store.botMembers.updateRefused(chat_id);
    }
    return this.#waitAfter(outcome, chat_id);
  }

  /**
   * Answers a press, beside the rate of messages: the messenger shows the button as loading until
   * then. As `send`.
   */
  async answerPress(chat_id: number, answer: CallbackAnswer): Promise<number> {
    return this.#waitAfter(await this.#transport?.answerCallback(answer), chat_id);
  }

  async #waitAfter(
    outcome: SendOutcome | ChangeOutcome | undefined,
    _chat_id: number,
  ): Promise<number> {
    switch (outcome?.kind) {
      case undefined:
      case 'sent':
      case 'done':
      case 'gone':
        return 0;
      case 'refused':
        if (outcome.reason === 'rejected') {
          const { description } = outcome;
          this.#log.warn({ description }, 'bot: messenger rejected an answer, it is not retried');
        }
        return 0;
      case 'failed':
        throw new Error(`bot: messenger failed to take an answer: ${outcome.reason}`);
      case 'slow_down':
        return outcome.retryAfterSeconds * 1_000;
      case 'misconfigured':
        if (this.#mayReportRefusal()) {
          this.#log.error('bot: messenger refused the bot token or the API address');
        }
        return MISCONFIGURED_MS;
    }
  }
}
