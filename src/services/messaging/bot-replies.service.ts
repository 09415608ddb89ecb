import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BotReply } from '../../domain/messaging/bot-replies.ts';
import {
  type ChangeOutcome,
  MISCONFIGURED_PAUSE_MS,
  type SendOutcome,
} from '../../domain/messaging/deliveries.ts';
import { plainMessage } from '../../domain/messaging/messages.ts';
import type { CallbackAnswer, MessengerTransport } from '../../integrations/messenger/transport.ts';
import { atMostEvery } from '../../lib/at-most-every.ts';
import type { Store } from '../../repositories/store.ts';

/** How often a reply looks whether an operator has ended the pause of all messages. */
const PAUSE_MS = 60_000;
/** A reply waits this long for a slot of the rate before it makes room for others, */
const MAX_SLOT_WAIT_MS = 2_000;
/** and not at all for a chat that is busy longer than this. */
const MAX_CHAT_WAIT_MS = 100;
const REPORT_MS = 60_000;

interface Deps {
  readonly store: Store;
  /** Without one, the bot answers nothing. */
  readonly transport: MessengerTransport | undefined;
  /** Messages per second, across all processes. */
  readonly rate: number;
  readonly log: Logger;
}

/** Sends what the bot answers, in the chat and to presses of its buttons. */
export class BotRepliesService {
  readonly #deps: Deps;
  readonly #mayReportRefusal = atMostEvery(REPORT_MS);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Sends a reply, once the chat and the rate of all messages allow one. A user who has blocked the
   * bot gets none, and counts as unreachable.
   *
   * @returns the milliseconds after which to try again; 0 if nothing is left to do
   * @throws Error when the messenger failed
   */
  async send(chat_id: number, { text, keyboard }: BotReply): Promise<number> {
    if (!this.#deps.transport) return 0;
    const waitMs = await this.#takeSlot(chat_id);
    if (waitMs > 0) return waitMs;
    const message = { chat_id, ...plainMessage(text), keyboard };
    const outcome = await this.#deps.transport.send(message);
    await this.#deps.store.messengerChats.updateReleased(chat_id);
    await this.#pause(chat_id, outcome);
    if (outcome.kind === 'refused' && outcome.reason !== 'rejected') {
      const user = await this.#deps.store.users.findByMessengerId(chat_id);
      if (user) await this.#deps.store.users.updateUnreachable([user.id]);
    }
    return this.#waitAfter(outcome);
  }

  /**
   * Answers a press, beside the rate of messages: the messenger shows the button as loading until
   * then. As `send`.
   */
  async answerPress(chat_id: number, answer: CallbackAnswer): Promise<number> {
    if (!this.#deps.transport) return 0;
    const outcome = await this.#deps.transport.answerCallback(answer);
    await this.#pause(chat_id, outcome);
    return this.#waitAfter(outcome);
  }

  /** The milliseconds until a slot may be free; 0 once it is taken. */
  async #takeSlot(chat_id: number): Promise<number> {
    const deadline = performance.now() + MAX_SLOT_WAIT_MS;
    for (;;) {
      const waitMs = await this.#deps.store.transaction(async (tx) => {
        const { is_paused, wait_ms } = await tx.deliveries.lockSendRate();
        if (is_paused) return PAUSE_MS;
        return wait_ms > 0 ? wait_ms : tx.messengerChats.upsertTaken(chat_id, this.#deps.rate);
      });
      const isLong = waitMs > MAX_CHAT_WAIT_MS || performance.now() + waitMs > deadline;
      if (waitMs === 0 || isLong) return waitMs;
      await sleep(waitMs);
    }
  }

  /** The messenger asks for a pause of this chat; that of a second chat within 10 s is one of all. */
  async #pause(chat_id: number, outcome: SendOutcome | ChangeOutcome): Promise<void> {
    const pauseMs = pauseOf(outcome);
    if (pauseMs === 0) return;
    await this.#deps.store.transaction(async (tx) => {
      await tx.deliveries.lockSendRate();
      await tx.messengerChats.upsertPaused(chat_id, pauseMs);
      await tx.sendRateLock.updateSlowed(pauseMs);
    });
  }

  #waitAfter(outcome: SendOutcome | ChangeOutcome): number {
    switch (outcome.kind) {
      case 'sent':
      case 'done':
      case 'gone':
        return 0;
      case 'refused':
        if (outcome.reason === 'rejected') {
          const { description } = outcome;
          this.#deps.log.warn(
            { description },
            'bot: messenger rejected an answer, it is not retried',
          );
        }
        return 0;
      case 'failed':
        throw new Error(`bot: messenger failed to take an answer: ${outcome.reason}`);
      case 'slow_down':
        return pauseOf(outcome);
      case 'misconfigured':
        if (this.#mayReportRefusal()) {
          this.#deps.log.error('bot: messenger refused the bot token or the API address');
        }
        return MISCONFIGURED_PAUSE_MS;
    }
  }
}

const pauseOf = (outcome: SendOutcome | ChangeOutcome): number =>
  outcome.kind === 'slow_down' ? outcome.retryAfterSeconds * 1_000 : 0;
