import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The answers of the fake to a message. */
export type Behavior =
  | 'ok'
  | { readonly retry_after: number }
  | 'blocked'
  | 'chat_not_found'
  | 'bad_request'
  | 'server_error'
  | 'unauthorized'
  /** Accepts the request and never answers. */
  | 'hang'
  /** An HTML page instead of JSON. */
  | 'nonsense'
  /** Delivers the message, and closes the connection in the middle of the answer. */
  | 'cut'
  /** Status 200 without a body. */
  | 'empty'
  /** Holds the answer back until a promise resolves. */
  | { readonly until: Promise<unknown>; readonly answer: 'ok' | 'server_error' };

type Answer = Exclude<Behavior, { until: Promise<unknown> }>;

export interface BotMessage {
  readonly chat_id: number;
  /** The HTML of the request. */
  readonly text: string;
  readonly parse_mode?: string;
  readonly link_preview_options?: unknown;
  readonly reply_markup?: unknown;
}

export interface BotCall extends BotMessage {
  /** The time of arrival in milliseconds since 1970, by a monotonic clock. */
  readonly at: number;
  readonly behavior: Behavior;
}

interface FakeBotApiOptions {
  /** `nth` counts the calls for this chat, from 1. The default behavior is `ok`. */
  readonly answerTo?: (message: BotMessage, nth: number) => Behavior;
  /** The delay of every answer. */
  readonly latencyMs?: number;
}

const FAILURES = {
  blocked: [403, 'Forbidden: bot was blocked by the user'],
  chat_not_found: [400, 'Bad Request: chat not found'],
  bad_request: [400, "Bad Request: can't parse entities: Unsupported start tag"],
  server_error: [500, 'Internal Server Error'],
  unauthorized: [401, 'Unauthorized'],
} as const;
const MAX_LENGTH = 4_096;

/** The `sendMessage` method of the Bot API over real HTTP. */
export class FakeBotApi implements AsyncDisposable {
  readonly calls: BotCall[] = [];
  /** The number of accepted connections. */
  connections = 0;
  readonly #server: Server;
  readonly #options: FakeBotApiOptions;
  readonly #callsTo = new Map<number, number>();
  readonly #sentTo = new Map<number, number>();
  #messages = 0;

  static async start(options: FakeBotApiOptions = {}): Promise<FakeBotApi> {
    const api = new FakeBotApi(options);
    api.#server.listen(0, '127.0.0.1');
    await once(api.#server, 'listening');
    return api;
  }

  private constructor(options: FakeBotApiOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => this.#take(request, response));
    this.#server.on('connection', () => {
      this.connections += 1;
    });
  }

  /** The value for `MESSENGER_API_ROOT`. */
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** The number of messages delivered to a chat, even if the sender got no answer. */
  sentTo(chatId: number): number {
    return this.#sentTo.get(chatId) ?? 0;
  }

  /** The largest number of calls within any 1,000 ms. */
  mostInAnySecond(): number {
    let most = 0;
    let first = 0;
    for (const [last, { at }] of this.calls.entries()) {
      while (at - (this.calls[first]?.at ?? at) >= 1_000) first += 1;
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const at = performance.timeOrigin + performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST' || !/^\/bot\d+:[\w-]+\/sendMessage$/.test(request.url ?? '')) {
        sendError(response, { error_code: 404, description: 'Not Found' });
        return;
      }
      const message: BotMessage = JSON.parse(Buffer.concat(chunks).toString());
      const behavior = this.#behaviorFor(message);
      this.calls.push({ ...message, at, behavior });
      void this.#answerLater(response, message, behavior);
    });
  }

  async #answerLater(
    response: ServerResponse,
    message: BotMessage,
    behavior: Behavior,
  ): Promise<void> {
    const { latencyMs } = this.#options;
    if (latencyMs) await sleep(latencyMs);
    if (typeof behavior === 'string' || 'retry_after' in behavior) {
      this.#answer(response, message, behavior);
    } else {
      await behavior.until;
      this.#answer(response, message, behavior.answer);
    }
  }

  #behaviorFor(message: BotMessage): Behavior {
    const nth = (this.#callsTo.get(message.chat_id) ?? 0) + 1;
    this.#callsTo.set(message.chat_id, nth);
    const behavior = this.#options.answerTo?.(message, nth) ?? 'ok';
    return behavior === 'ok' && !isValid(message.text) ? 'bad_request' : behavior;
  }

  #answer(response: ServerResponse, { chat_id, text }: BotMessage, behavior: Answer): void {
    if (behavior === 'hang') return;
    if (behavior === 'empty') {
      response.end();
    } else if (behavior === 'nonsense') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
    } else if (behavior === 'ok' || behavior === 'cut') {
      this.#messages += 1;
      this.#sentTo.set(chat_id, this.sentTo(chat_id) + 1);
      const chat = { id: chat_id, type: 'private' };
      const date = Math.floor(Date.now() / 1_000);
      const result = { message_id: this.#messages, date, chat, text };
      sendJson(response, { ok: true, result }, behavior);
    } else if (typeof behavior === 'object') {
      const description = `Too Many Requests: retry after ${behavior.retry_after}`;
      sendError(response, { error_code: 429, description, parameters: behavior });
    } else {
      const [error_code, description] = FAILURES[behavior];
      sendError(response, { error_code, description });
    }
  }
}

/** Whether the Bot API would accept the text: short enough, and with bold as the only markup. */
function isValid(html: string): boolean {
  const text = html.replace(/<b>(.*?)<\/b>/gs, '$1');
  const visible = text.replace(/&(lt|gt|amp|quot);/g, '.');
  return !/[<>&]/.test(visible) && visible.trim() !== '' && visible.length <= MAX_LENGTH;
}

function sendError(
  response: ServerResponse,
  error: { error_code: number; description: string; parameters?: { retry_after: number } },
): void {
  response.statusCode = error.error_code;
  sendJson(response, { ok: false, ...error }, 'ok');
}

function sendJson(response: ServerResponse, answer: object, behavior: 'ok' | 'cut'): void {
  const json = JSON.stringify(answer);
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(json));
  if (behavior === 'ok') response.end(json);
  else response.write(json.slice(0, 20), () => response.destroy());
}
