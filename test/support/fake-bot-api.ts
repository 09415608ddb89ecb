import type { BotBehavior } from '../../src/development/bot-answers.ts';
import { BotSandbox, mostInAnySecond } from '../../src/development/bot-sandbox.ts';

/** The answers of the fake to a message. */
export type Behavior = BotBehavior;

export interface BotMessage {
  readonly chat_id: number;
  readonly text: string;
  readonly entities?: readonly object[];
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

/**
 * The sandbox bot as a test of sent messages sees it. Edits, deletions, updates and the chats are in
 * `sandbox`.
 */
export class FakeBotApi implements AsyncDisposable {
  /** The calls of `sendMessage`. */
  readonly calls: BotCall[];
  readonly sandbox: BotSandbox;

  static async start({ answerTo, latencyMs = 0 }: FakeBotApiOptions = {}): Promise<FakeBotApi> {
    const calls: BotCall[] = [];
    const sandbox = await BotSandbox.start({
      latencyMs,
      behaviorOf: ({ method, payload }, nth) =>
        method === 'sendMessage' ? (answerTo?.(messageIn(payload), nth) ?? 'ok') : 'ok',
      onCall({ method, payload, at, behavior }) {
        if (method === 'sendMessage') calls.push({ ...messageIn(payload), at, behavior });
      },
    });
    return new FakeBotApi(sandbox, calls);
  }

  private constructor(sandbox: BotSandbox, calls: BotCall[]) {
    this.sandbox = sandbox;
    this.calls = calls;
  }

  /** The value for `MESSENGER_API_ROOT`. */
  get url(): string {
    return this.sandbox.url;
  }

  /** The number of accepted connections. */
  get connections(): number {
    return this.sandbox.connections;
  }

  /** The number of messages delivered to a chat, even if the sender got no answer. */
  sentTo(chatId: number): number {
    return this.sandbox.chats.all(chatId).filter(({ from }) => from === 'bot').length;
  }

  /** The largest number of calls within any 1,000 ms, edits and deletions included. */
  mostInAnySecond(): number {
    const others = this.sandbox.writes().filter(({ method }) => method !== 'sendMessage');
    const times = [...this.calls, ...others].map(({ at }) => at);
    return mostInAnySecond(times.toSorted((a, b) => a - b));
  }

  /** Forgets the calls and what was planned for the sandbox; the chats stay. */
  reset(): void {
    this.calls.length = 0;
    this.sandbox.reset();
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

const messageIn = (payload: object) => payload as BotMessage;
