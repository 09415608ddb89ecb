import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BotAccount, type CallbackQuery, type Payload } from './bot-account.ts';
import { answerAs, type BotBehavior, latency, sendError } from './bot-answers.ts';
import { BotChats, type ChatMessage } from './bot-chats.ts';
import { answerPage, type PageParts } from './bot-page-requests.ts';
import { type BotState, readBotState, saveBotState } from './bot-state.ts';
import { type BotUpdate, BotUpdates } from './bot-updates.ts';
import type { LaunchUser } from './launch-data.ts';

/** A call of the Bot API, when it arrives. */
export interface IncomingCall {
  readonly method: string;
  /** Undefined for a method that concerns no chat. */
  readonly chat_id: number | undefined;
  readonly payload: Payload;
}

export interface SandboxBotCall extends IncomingCall {
  /** The time of arrival in milliseconds since 1970, by a monotonic clock. */
  readonly at: number;
  readonly behavior: BotBehavior;
}

interface BotSandboxOptions {
  /** Where its page is; without it, at a free port. If it is taken, at the next that is free. */
  readonly port?: number;
  /** The file that keeps the chats over restarts; absent in tests. */
  readonly file?: string;
  /** The people whose names the chats have; others are called by their id. */
  readonly people?: readonly LaunchUser[];
  /** `nth` counts the calls of this method for this chat, from 1. The default behavior is `ok`. */
  readonly behaviorOf?: (call: IncomingCall, nth: number) => BotBehavior;
  /** Sees each call before it takes effect. */
  readonly onCall?: (call: SandboxBotCall) => void;
  /** The delay of every answer, and of its effect. */
  readonly latencyMs?: number;
}

/** Calls that these fit behave so; what is absent fits every call. */
interface Fitting {
  readonly method?: string;
  readonly chat_id?: number;
}

interface Rule extends Fitting {
  readonly behaviorOf: (nth: number) => BotBehavior;
}

/** The methods that write to a chat, for which Telegram has limits. */
const WRITING = ['sendMessage', 'editMessageText', 'editMessageReplyMarkup', 'deleteMessage'];
const PATH = /^\/bot(\d+):[\w-]+\/(\w+)$/;
/** The wait before the chats are saved, so that a broadcast saves them a few times only. */
const SAVE_MS = 500;
const MAX_BODY_BYTES = 1_024 * 1_024;

/**
 * A bot's side of Telegram: the Bot API over HTTP at the loopback address, and the chats as their
 * people see them, who can write and press buttons. Any bot token is right.
 */
export class BotSandbox implements AsyncDisposable {
  /** Every call of a method, in the order of arrival. */
  readonly calls: SandboxBotCall[] = [];
  /** The number of accepted connections. */
  connections = 0;
  readonly chats: BotChats;
  readonly account: BotAccount;
  readonly #updates: BotUpdates;
  readonly #server: Server;
  readonly #options: BotSandboxOptions;
  readonly #rules: Rule[] = [];
  readonly #counts = new Map<string, number>();
  readonly #page: PageParts;
  #saving: NodeJS.Timeout | undefined;

  static async start(options: BotSandboxOptions = {}): Promise<BotSandbox> {
    const state = readBotState(options.file);
    const sandbox = new BotSandbox(options, state);
    await listen(sandbox.#server, options.port ?? 0);
    return sandbox;
  }

  private constructor(options: BotSandboxOptions, state: BotState) {
    this.#options = options;
    const { people = [] } = options;
    const now = Date.now;
    this.chats = new BotChats({
      messages: state.messages,
      now,
      onChange: () => this.#saveSoon(),
    });
    this.#updates = new BotUpdates();
    const byId = new Map(people.map((person) => [person.id, person]));
    const personOf = (id: number) => byId.get(id) ?? { id, first_name: `Person ${id}` };
    const parts = { chats: this.chats, updates: this.#updates, personOf, now };
    this.account = new BotAccount(parts);
    this.#page = { ...parts, people, account: this.account };
    this.#server = createServer((request, response) => {
      // A client that has left needs no answer.
      void this.#take(request, response).catch(() => response.destroy());
    });
    this.#server.on('connection', () => {
      this.connections += 1;
    });
  }

  /** The value for `MESSENGER_API_ROOT`. */
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** Every update so far, also those that the bot has read. */
  get updates(): readonly BotUpdate[] {
    return this.#updates.all;
  }

  /** The buttons that people have pressed, with the bot's answers. */
  get queries(): readonly CallbackQuery[] {
    return this.account.queries;
  }

  /** Calls that fit behave so from now on; a later rule takes precedence. `nth` counts from 1. */
  answerTo(fitting: Fitting, behaviorOf: (nth: number) => BotBehavior): void {
    this.#rules.unshift({ ...fitting, behaviorOf });
  }

  /** Forgets the calls and the rules; the chats stay. */
  reset(): void {
    this.calls.length = 0;
    this.#rules.length = 0;
    this.#counts.clear();
  }

  /** The messages that a person sees, oldest first. */
  chat(chatId: number): readonly ChatMessage[] {
    return this.chats.of(chatId);
  }

  /** A person writes to the bot, which makes an update. */
  write(chatId: number, text: string): BotUpdate {
    return this.account.write(chatId, text);
  }

  /**
   * A person presses a button, which makes an update.
   * @throws Error if the message has no such button now
   */
  press(messageId: number, callbackData: string): CallbackQuery {
    return this.account.press(messageId, callbackData);
  }

  /** A person blocks the bot, or opens it again, which makes an update. */
  setBlocked(chatId: number, isBlocked: boolean): BotUpdate {
    return this.account.setBlocked(chatId, isBlocked);
  }

  /** The calls that write to chats, or to one chat. */
  writes(chatId?: number): readonly SandboxBotCall[] {
    const writes = this.calls.filter(({ method }) => WRITING.includes(method));
    return chatId === undefined ? writes : writes.filter(({ chat_id }) => chat_id === chatId);
  }

  /** The largest number of calls that write within any 1,000 ms. */
  mostInAnySecond(): number {
    return mostInAnySecond(this.writes().map(({ at }) => at));
  }

  /** The shortest time between two calls that write to one chat; Infinity if no chat has two. */
  shortestGapMs(): number {
    const chats = Map.groupBy(this.writes(), ({ chat_id }) => chat_id);
    const gaps = [...chats.values()].flatMap((calls) =>
      calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? at)),
    );
    return Math.min(Infinity, ...gaps);
  }

  async close(): Promise<void> {
    this.#updates.stop();
    if (this.#saving) this.#save();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.timeOrigin + performance.now();
    const body = await textOf(request);
    const [, botId, method = ''] = PATH.exec(request.url ?? '') ?? [];
    if (!/^\/bot/.test(request.url ?? '')) {
      answerPage(request, body, { response, parts: this.#page });
      return;
    }
    if (request.method !== 'POST' || !botId) {
      sendError(response, { error_code: 404, description: 'Not Found' });
      return;
    }
    const payload: Payload = JSON.parse(body || '{}');
    const chat_id = payload.chat_id === undefined ? undefined : Number(payload.chat_id);
    const call = { method, chat_id, payload };
    const behavior = this.#behaviorFor(call);
    this.calls.push({ ...call, at, behavior });
    this.#options.onCall?.({ ...call, at, behavior });
    await latency(this.#options.latencyMs);
    await answerAs(behavior, response, () => this.account.call(method, payload, Number(botId)));
  }

  #saveSoon(): void {
    if (this.#options.file) this.#saving ??= setTimeout(() => this.#save(), SAVE_MS).unref();
  }

  #save(): void {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    const { file } = this.#options;
    if (file !== undefined) saveBotState(file, { messages: this.chats.messages });
  }

  #behaviorFor(call: IncomingCall): BotBehavior {
    const { method, chat_id } = call;
    const key = `${method} ${chat_id ?? ''}`;
    const nth = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, nth);
    const rule = this.#rules.find(
      (one) =>
        (one.method === undefined || one.method === method) &&
        (one.chat_id === undefined || one.chat_id === chat_id),
    );
    return rule?.behaviorOf(nth) ?? this.#options.behaviorOf?.(call, nth) ?? 'ok';
  }
}

/** Listens at the port, or at the next one that is free; after a hundred, at any. */
async function listen(server: Server, first: number): Promise<void> {
  for (let port = first; port < first + 100; port += 1) {
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return;
    } catch {
      // Of another service on this machine.
    }
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

/** The largest number of times within any 1,000 ms; the times are in their order. */
export function mostInAnySecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, at] of times.entries()) {
    while (at - (times[first] ?? at) >= 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** @throws Error when it is longer than the Bot API reads */
async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES) throw new Error('the body is too long');
  }
  return text;
}
