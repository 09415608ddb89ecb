import { Api, GrammyError, HttpError } from 'grammy';
import { Agent, fetch } from 'undici';
import { z } from 'zod';
import type { SendOutcome } from '../../domain/messaging/deliveries.ts';
import type { MessengerTransport, OutgoingMessage } from './transport.ts';

/** Several times the longest message: the answer repeats it with every character escaped. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** The wait after a 429 without `retry_after`. */
const DEFAULT_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 3_600;

/** The Bot API's answer to an accepted message. */
const Sent = z.object({ message_id: z.int(), chat: z.object({ id: z.int() }) });

const Refusal = z.object({
  error_code: z.int(),
  description: z.string().default(''),
  parameters: z
    .object({ retry_after: z.number().positive() })
    .catch({ retry_after: DEFAULT_WAIT_SECONDS }),
});

/** Descriptions of status 400 for a user who never opened the bot or whose account is gone. */
const NO_SUCH_CHAT = /chat not found|user not found|(PEER|USER|CHAT)_ID_INVALID/i;

/** The options that grammY passes to `fetch`. */
interface BotRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends through the Bot API, over persistent connections. The URLs contain the bot token, and so do
 * the errors of failed calls. Only the kind of an error leaves this class.
 */
export class BotTransport implements MessengerTransport {
  readonly #api: Api;
  readonly #agent = new Agent({ maxResponseSize: MAX_ANSWER_BYTES });
  readonly #timeoutMs: number;

  constructor(options: { apiRoot: string; botToken: string; timeoutMs?: number }) {
    this.#timeoutMs = options.timeoutMs ?? 10_000;
    this.#api = new Api(options.botToken, {
      apiRoot: options.apiRoot,
      // grammY's own client hides the status, and detects a truncated answer only by the timeout.
      fetch: (url: string, request: BotRequest) => this.#call(url, request),
    });
  }

  async send({ chat_id, html, action_url }: OutgoingMessage): Promise<SendOutcome> {
    try {
      const answer: unknown = await this.#api.sendMessage(chat_id, html, {
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        ...(action_url !== null && {
          reply_markup: { inline_keyboard: [[{ text: 'Open', url: action_url }]] },
        }),
      });
      return Sent.safeParse(answer).success ? { kind: 'sent' } : failed('nonsense');
    } catch (error) {
      if (error instanceof GrammyError) return outcomeOf(error);
      return failed(error instanceof HttpError && isTimeout(error.error) ? 'timeout' : 'network');
    }
  }

  /** Resolves once no request is in flight and every connection is closed. */
  async close(): Promise<void> {
    await this.#agent.close();
  }

  /** grammY reads only JSON. For the HTML page of a gateway it gets the status as JSON. */
  async #call(url: string, { method, headers, body }: BotRequest) {
    const answer = await fetch(url, {
      method,
      headers,
      body,
      dispatcher: this.#agent,
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    const text = await answer.text();
    return { json: () => objectIn(text) ?? { ok: false, error_code: answer.status } };
  }
}

const failed = (reason: 'server_error' | 'timeout' | 'network' | 'nonsense'): SendOutcome => ({
  kind: 'failed',
  reason,
});

function outcomeOf(error: GrammyError): SendOutcome {
  const { data } = Refusal.safeParse(error);
  if (!data) return failed('nonsense');
  const { error_code: code, description, parameters } = data;
  if (code === 429) {
    const seconds = Math.min(Math.ceil(parameters.retry_after), MAX_WAIT_SECONDS);
    return { kind: 'slow_down', retryAfterSeconds: seconds };
  }
  if (code >= 500) return failed('server_error');
  if (code === 401 || code === 404 || (code >= 300 && code < 400)) return { kind: 'misconfigured' };
  // Without a description the refusal comes from a gateway, not from the Bot API.
  if (description === '') return failed('nonsense');
  if (code === 403) return { kind: 'refused', reason: 'blocked' };
  if (code !== 400) return failed('nonsense');
  if (NO_SUCH_CHAT.test(description)) return { kind: 'refused', reason: 'chat_not_found' };
  return { kind: 'refused', reason: 'rejected', description };
}

const isTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';

function objectIn(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
