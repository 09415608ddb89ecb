import { Api, GrammyError, HttpError } from 'grammy';
import { Agent, fetch } from 'undici';
import { z } from 'zod';
import type { ChangeOutcome, SendOutcome } from '../../domain/messaging/deliveries.ts';
import type {
  CallbackAnswer,
  MessengerTransport,
  OutgoingMessage,
  SentMessage,
} from './transport.ts';

/** Several times the longest message: the answer repeats it with every character escaped. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** The wait after a 429 without `retry_after`. */
const DEFAULT_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 3_600;

/** The Bot API's answer to an accepted message. */
const Sent = z.object({ message_id: z.int(), chat: z.object({ id: z.int() }) });

/** The Bot API's answers to an accepted edit, deletion or callback answer. */
const Changed = z.union([z.literal(true), Sent]);

const Refusal = z.object({
  error_code: z.int(),
  description: z.string().default(''),
  parameters: z
    .object({ retry_after: z.number().positive() })
    .catch({ retry_after: DEFAULT_WAIT_SECONDS }),
});

/** Descriptions of status 400 for a user who never opened the bot or whose account is gone. */
const NO_SUCH_CHAT = /chat not found|user not found|(PEER|USER|CHAT)_ID_INVALID/i;

/** Descriptions of status 400 for a change that is made already, or that nobody waits for any more. */
const NOTHING_TO_DO =
  /message is not modified|message to delete not found|query is too old|query ID is invalid|QUERY_ID_INVALID/i;
/** Descriptions of status 400 for a message that can no longer be changed. */
const NO_SUCH_MESSAGE =
  /message to edit not found|message can't be (edited|deleted)|MESSAGE_ID_INVALID/i;

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

  async send({ chat_id, text, ...message }: OutgoingMessage): Promise<SendOutcome> {
    try {
      const answer: unknown = await this.#api.sendMessage(chat_id, text, optionsOf(message));
      const { data } = Sent.safeParse(answer);
      return data ? { kind: 'sent', message_id: data.message_id } : failed('nonsense');
    } catch (error) {
      return failureOf(error);
    }
  }

  async edit({ chat_id, message_id, text, ...message }: OutgoingMessage & SentMessage) {
    return this.#change(() =>
      this.#api.editMessageText(chat_id, message_id, text, optionsOf(message)),
    );
  }

  async delete({ chat_id, message_id }: SentMessage) {
    return this.#change(() => this.#api.deleteMessage(chat_id, message_id));
  }

  async answerCallback({ callback_id, text }: CallbackAnswer) {
    return this.#change(() =>
      this.#api.answerCallbackQuery(callback_id, { ...(text !== null && { text }) }),
    );
  }

  /** Resolves once no request is in flight and every connection is closed. */
  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #change(call: () => Promise<unknown>): Promise<ChangeOutcome> {
    try {
      return Changed.safeParse(await call()).success ? { kind: 'done' } : failed('nonsense');
    } catch (error) {
      const outcome = failureOf(error);
      if (outcome.kind !== 'refused' || outcome.reason !== 'rejected') return outcome;
      if (NOTHING_TO_DO.test(outcome.description)) return { kind: 'done' };
      return NO_SUCH_MESSAGE.test(outcome.description) ? { kind: 'gone' } : outcome;
    }
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

/** An edit carries the whole message: what it leaves out is removed. */
const optionsOf = ({ entities, keyboard }: Pick<OutgoingMessage, 'entities' | 'keyboard'>) => ({
  entities: [...entities],
  link_preview_options: { is_disabled: true },
  ...(keyboard.length > 0 && {
    reply_markup: { inline_keyboard: keyboard.map((row) => row.map((button) => ({ ...button }))) },
  }),
});

type Failure = Extract<SendOutcome, ChangeOutcome>;

const failed = (reason: 'server_error' | 'timeout' | 'network' | 'nonsense'): Failure => ({
  kind: 'failed',
  reason,
});

function failureOf(error: unknown): Failure {
  if (error instanceof GrammyError) return refusalOf(error);
  return failed(error instanceof HttpError && isTimeout(error.error) ? 'timeout' : 'network');
}

function refusalOf(error: GrammyError): Failure {
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
