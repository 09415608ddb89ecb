import { Agent, fetch } from 'undici';
import { z } from 'zod';
import type { SharedMessage } from '../../domain/messaging/shared-messages.ts';
import { BotApiError } from './bot-api-error.ts';

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** A user waits for a prepared message. */
const PREPARE_TIMEOUT_MS = 5_000;
/** The longest time that the messenger holds a poll back. */
const POLL_SECONDS = 50;

const Answer = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.int(),
    description: z.string().max(1_000).default('without a description'),
  }),
]);

const WebhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.int(),
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
  allowed_updates: z.array(z.string()).optional(),
});
export type WebhookInfo = z.infer<typeof WebhookInfo>;

const Prepared = z.object({ id: z.string().min(1).max(512), expiration_date: z.int() });

const Updates = z.array(z.looseObject({ update_id: z.int() }));

interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * The calls of the Bot API that send nothing to a user: the settings of the bot, polling, and messages
 * that users send themselves. The URLs
 * contain the bot token, and so do the errors of failed calls: only their kind leaves this class.
 */
export class BotApi implements AsyncDisposable {
  readonly #root: string;
  readonly #token: string;
  readonly #agent = new Agent({ maxResponseSize: MAX_ANSWER_BYTES });

  constructor({ apiRoot, botToken }: { apiRoot: string; botToken: string }) {
    this.#root = `${apiRoot}/bot${botToken}`;
    this.#token = botToken;
  }

  /**
   * Sets something of the bot, by the method of the Bot API.
   * @throws BotApiError
   */
  async set(method: `${'set' | 'delete'}${string}`, payload: object = {}): Promise<void> {
    await this.#call(method, payload, z.literal(true));
  }

  /**
   * Keeps a message that the user can send to chats of their choice, for some minutes.
   * @throws BotApiError
   */
  prepareMessage(
    user_id: number,
    { title, text, entities, keyboard }: SharedMessage,
  ): Promise<z.infer<typeof Prepared>> {
    const link_preview_options = { is_disabled: true };
    const result = {
      type: 'article',
      id: 'share',
      title,
      input_message_content: { message_text: text, entities, link_preview_options },
      reply_markup: { inline_keyboard: keyboard },
    };
    const chats = { allow_user_chats: true, allow_group_chats: true, allow_channel_chats: true };
    const payload = { user_id, result, ...chats };
    const timeoutMs = PREPARE_TIMEOUT_MS;
    return this.#call('savePreparedInlineMessage', payload, Prepared, { timeoutMs });
  }

  /** @throws BotApiError */
  webhookInfo(signal?: AbortSignal): Promise<WebhookInfo> {
    return this.#call('getWebhookInfo', {}, WebhookInfo, { ...(signal && { signal }) });
  }

  /**
   * Waits for updates from `offset` on; those before it are never sent again.
   * @throws BotApiError with status 409 while a webhook is set or another process polls; the reason of
   *   `signal` when it aborts the call
   */
  updates(
    { offset, kinds }: { offset: number | undefined; kinds: readonly string[] },
    signal: AbortSignal,
  ): Promise<z.infer<typeof Updates>> {
    const timeoutMs = (POLL_SECONDS + 10) * 1_000;
    const payload = { offset, timeout: POLL_SECONDS, allowed_updates: kinds };
    return this.#call('getUpdates', payload, Updates, { signal, timeoutMs });
  }

  /** Cuts off the calls in flight. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #call<T>(
    method: string,
    payload: object,
    schema: z.ZodType<T>,
    { timeoutMs = TIMEOUT_MS, signal }: CallOptions = {},
  ): Promise<T> {
    const text = await this.#post(method, payload, { timeoutMs, ...(signal && { signal }) }).catch(
      (error: unknown) => {
        signal?.throwIfAborted();
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        throw new BotApiError(method, isLate ? 'no answer in time' : 'no connection');
      },
    );
    const answer = Answer.safeParse(jsonIn(text)).data;
    if (!answer) throw new BotApiError(method, 'the answer is not one of the Bot API');
    if (!answer.ok) {
      const description = answer.description.replaceAll(this.#token, '[secret]');
      throw new BotApiError(method, description, answer.error_code);
    }
    const result = schema.safeParse(answer.result);
    if (!result.success) throw new BotApiError(method, 'the result has another form');
    return result.data;
  }

  async #post(
    method: string,
    payload: object,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<string> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(`${this.#root}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      dispatcher: this.#agent,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    return answer.text();
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
