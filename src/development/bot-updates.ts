import { once } from 'node:events';
import { BotApiError } from './bot-answers.ts';

/** An update in the terms of the Bot API: its id, and one of `message`, `callback_query` and so on. */
export interface BotUpdate {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}

interface Webhook {
  readonly url: string;
  readonly secretToken: string | undefined;
}

type Payload = Readonly<Record<string, unknown>>;

const MAX_PER_POLL = 100;
const MAX_POLL_S = 50;
/** Telegram waits longer with each attempt; a test and a developer do not want to. */
const RETRY_MS = 500;
const DELIVERY_TIMEOUT_MS = 60_000;

/** The updates of a bot: kept until a poll confirms them, or until its webhook has taken them. */
export class BotUpdates {
  /** Every update, also those that were delivered. */
  readonly all: BotUpdate[] = [];
  #waiting: BotUpdate[] = [];
  /** Starts with the time, so that a restart repeats no id, which the bot would take for a repetition. */
  #lastId = Math.floor(Date.now() / 1_000);
  #allowed: readonly string[] | undefined;
  #webhook: Webhook | undefined;
  #lastError: { at: number; message: string } | undefined;
  #poll: AbortController | undefined;
  #delivering: AbortController | undefined;
  readonly #news = new EventTarget();

  /** Makes an update. One that the bot has not allowed is dropped, as Telegram does. */
  add(kind: string, content: object): BotUpdate {
    this.#lastId += 1;
    const update = { update_id: this.#lastId, [kind]: content };
    this.all.push(update);
    if (!this.#allowed || this.#allowed.includes(kind)) this.#waiting.push(update);
    this.#news.dispatchEvent(new Event('update'));
    return update;
  }

  /** `getUpdates`: a second poll ends the first one. */
  async poll({ offset, limit, timeout, allowed_updates }: Payload): Promise<readonly BotUpdate[]> {
    if (this.#webhook) {
      throw new BotApiError(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    this.#allow(allowed_updates);
    this.#confirm(Number(offset ?? 0));
    this.#poll?.abort();
    const poll = new AbortController();
    this.#poll = poll;
    await this.#untilUpdates(Math.min(Number(timeout ?? 0), MAX_POLL_S), poll.signal);
    if (poll.signal.aborted) {
      throw new BotApiError(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      );
    }
    return this.#waiting.slice(0, Math.min(Number(limit ?? MAX_PER_POLL), MAX_PER_POLL));
  }

  setWebhook({ url, secret_token, allowed_updates, drop_pending_updates }: Payload): true {
    const { protocol, hostname } = URL.parse(String(url)) ?? {};
    // Telegram demands https; a service in development listens at the loopback address.
    if (protocol !== 'https:' && !(protocol === 'http:' && hostname === '127.0.0.1')) {
      throw new BotApiError(
        400,
        'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
      );
    }
    if (secret_token !== undefined && !/^[\w-]{1,256}$/.test(String(secret_token))) {
      throw new BotApiError(400, 'Bad Request: secret token contains unallowed characters');
    }
    this.deleteWebhook({ drop_pending_updates });
    this.#allow(allowed_updates);
    const secretToken = secret_token === undefined ? undefined : String(secret_token);
    this.#webhook = { url: String(url), secretToken };
    this.#lastError = undefined;
    this.#delivering = new AbortController();
    void this.#deliver(this.#webhook, this.#delivering.signal);
    return true;
  }

  deleteWebhook({ drop_pending_updates }: Payload): true {
    this.#webhook = undefined;
    this.#delivering?.abort();
    if (drop_pending_updates === true) this.#waiting = [];
    return true;
  }

  webhookInfo() {
    return {
      url: this.#webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: this.#waiting.length,
      ...(this.#lastError && {
        last_error_date: Math.floor(this.#lastError.at / 1_000),
        last_error_message: this.#lastError.message,
      }),
      ...(this.#allowed && { allowed_updates: this.#allowed }),
    };
  }

  /** Ends the poll and the deliveries. */
  stop(): void {
    this.#poll?.abort();
    this.#delivering?.abort();
  }

  #allow(kinds: unknown): void {
    if (Array.isArray(kinds)) this.#allowed = kinds.length > 0 ? kinds.map(String) : undefined;
  }

  /** A negative offset counts from the end, and forgets what is before. */
  #confirm(offset: number): void {
    if (offset < 0) this.#waiting = this.#waiting.slice(offset);
    else this.#waiting = this.#waiting.filter(({ update_id }) => update_id >= offset);
  }

  async #untilUpdates(seconds: number, signal: AbortSignal): Promise<void> {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(1_000 * seconds)]);
    while (this.#waiting.length === 0 && !ends.aborted) {
      await once(this.#news, 'update', { signal: ends }).catch(() => {});
    }
  }

  /** One update after the other, each until the webhook takes it. */
  async #deliver(webhook: Webhook, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [update] = this.#waiting;
      if (!update) {
        await once(this.#news, 'update', { signal }).catch(() => {});
      } else if (await this.#isTaken(webhook, update, signal)) {
        this.#waiting = this.#waiting.filter((one) => one !== update);
      } else {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  async #isTaken(webhook: Webhook, update: BotUpdate, signal: AbortSignal): Promise<boolean> {
    try {
      const answer = await fetch(webhook.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(webhook.secretToken && { 'X-Telegram-Bot-Api-Secret-Token': webhook.secretToken }),
        },
        body: JSON.stringify(update),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(DELIVERY_TIMEOUT_MS)]),
      });
      await answer.body?.cancel();
      if (answer.ok) return true;
      const message = `Wrong response from the webhook: ${answer.status} ${answer.statusText}`;
      this.#lastError = { at: Date.now(), message };
    } catch {
      this.#lastError = { at: Date.now(), message: 'Connection failed' };
    }
    return false;
  }
}
