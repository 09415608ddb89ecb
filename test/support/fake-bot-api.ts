import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** What the fake does with a message. */
export type Behavior =
  | 'ok'
  | { readonly retry_after: number }
  | 'blocked'
  | 'chat_not_found'
  | 'bad_request'
  | 'server_error'
  | 'unauthorized'
  /** Takes the message and never answers. */
  | 'hang'
  /** A page of HTML where JSON belongs. */
  | 'nonsense'
  /** Sends the message, and loses the connection in the middle of saying so. */
  | 'cut'
  /** 200 and nothing else. */
  | 'empty';

export interface BotMessage {
  readonly chat_id: number;
  /** As it came, in HTML. */
  readonly text: string;
  readonly parse_mode?: string;
  readonly link_preview_options?: unknown;
  readonly reply_markup?: unknown;
}

export interface BotCall extends BotMessage {
  /** When it came, in milliseconds since 1970, by a clock that never goes back. */
  readonly at: number;
  readonly behavior: Behavior;
}

interface FakeBotApiOptions {
  /** `nth` counts the calls for this very person, from 1. All is well unless it says otherwise. */
  readonly answerTo?: (message: BotMessage, nth: number) => Behavior;
  /** How long every answer takes. */
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

/** The messenger's Bot API over real HTTP, as far as messages are sent by it. */
export class FakeBotApi {
  readonly calls: BotCall[] = [];
  /** How many connections were made to it. */
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

  /** What `MESSENGER_API_ROOT` is set to. */
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** How many messages this person has got, whether the sender heard of it or not. */
  sentTo(chatId: number): number {
    return this.#sentTo.get(chatId) ?? 0;
  }

  /** The largest number of calls that came within any 1,000 ms. */
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
      const { latencyMs } = this.#options;
      if (latencyMs) setTimeout(() => this.#answer(response, message, behavior), latencyMs);
      else this.#answer(response, message, behavior);
    });
  }

  #behaviorFor(message: BotMessage): Behavior {
    const nth = (this.#callsTo.get(message.chat_id) ?? 0) + 1;
    this.#callsTo.set(message.chat_id, nth);
    const behavior = this.#options.answerTo?.(message, nth) ?? 'ok';
    return behavior === 'ok' && !isFit(message.text) ? 'bad_request' : behavior;
  }

  #answer(response: ServerResponse, { chat_id, text }: BotMessage, behavior: Behavior): void {
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

/** Whether the messenger would take it: not too long to see, and bold the only markup. */
function isFit(html: string): boolean {
  const text = html.replace(/<b>(.*?)<\/b>/gs, '$1');
  const seen = text.replace(/&(lt|gt|amp|quot);/g, '.');
  return !/[<>&]/.test(seen) && seen.trim() !== '' && seen.length <= MAX_LENGTH;
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
