import { BotApiError } from './bot-answers.ts';
import { entitiesIn, type Keyboard, type MessageContent, plainText } from './bot-contents.ts';

/** A message in a chat, as its person sees it. */
export interface ChatMessage extends MessageContent {
  readonly message_id: number;
  readonly chat_id: number;
  readonly from: 'bot' | 'person';
  /** In milliseconds since 1970, as all times here. */
  readonly sent_at: number;
  readonly edited_at: number | null;
  /** A deleted message is no longer in the chat; it stays here for tests and the page. */
  readonly deleted_at: number | null;
  /** What stood there before each edit, oldest first. */
  readonly earlier: readonly MessageContent[];
}

type Key = number | undefined;

/** A bot can delete a message for this time. */
const DELETABLE_MS = 48 * 3_600_000;

const badRequest = (problem: string) => new BotApiError(400, `Bad Request: ${problem}`);

/** The chats of a bot with people. A chat is known by its person's id. */
export class BotChats {
  readonly #chats = new Map<number, ChatMessage[]>();
  readonly #byId = new Map<number, ChatMessage>();
  #lastId: number;
  readonly #now: () => number;
  readonly #onChange: () => void;

  /** `onChange` runs after each change. */
  constructor(options: {
    messages: readonly ChatMessage[];
    now: () => number;
    onChange: () => void;
  }) {
    this.#now = options.now;
    this.#onChange = options.onChange;
    for (const message of options.messages) this.#insert(message);
    this.#lastId = Math.max(0, ...options.messages.map(({ message_id }) => message_id));
  }

  /** All messages, in the order in which they were sent. */
  get messages(): readonly ChatMessage[] {
    return [...this.#byId.values()];
  }

  /** The chats that have or had a message, in the order of their first one. */
  get ids(): readonly number[] {
    return [...this.#chats.keys()];
  }

  /** The messages that a person sees, oldest first. */
  of(chatId: number): readonly ChatMessage[] {
    return this.all(chatId).filter(({ deleted_at }) => deleted_at === null);
  }

  /** Deleted ones, too. */
  all(chatId: number): readonly ChatMessage[] {
    return this.#chats.get(chatId) ?? [];
  }

  find(messageId: number): ChatMessage | undefined {
    return this.#byId.get(messageId);
  }

  add(chatId: number, from: 'bot' | 'person', content: MessageContent): ChatMessage {
    this.#lastId += 1;
    return this.#put({
      ...content,
      message_id: this.#lastId,
      chat_id: chatId,
      from,
      sent_at: this.#now(),
      edited_at: null,
      deleted_at: null,
      earlier: [],
    });
  }

  /** @throws BotApiError as the Bot API does for a message that is gone, foreign or equal */
  edit(chatId: Key, messageId: unknown, changed: Partial<MessageContent>): ChatMessage {
    const message = this.#standing(chatId, messageId, 'edit');
    if (message.from === 'person') throw badRequest("message can't be edited");
    const { runs, keyboard } = message;
    const content = { runs, keyboard, ...changed };
    if (JSON.stringify(content) === JSON.stringify({ runs, keyboard })) {
      throw badRequest(
        'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    }
    const earlier = [...message.earlier, { runs, keyboard }];
    return this.#put({ ...message, ...content, earlier, edited_at: this.#now() });
  }

  /** @throws BotApiError for a message that is gone, foreign or older than 48 hours */
  delete(chatId: Key, messageId: unknown): void {
    const message = this.#standing(chatId, messageId, 'delete');
    if (this.#now() - message.sent_at >= DELETABLE_MS) {
      throw badRequest("message can't be deleted for everyone");
    }
    this.#put({ ...message, deleted_at: this.#now() });
  }

  /** The person clears the chat, for both sides. */
  clear(chatId: number): void {
    for (const message of this.of(chatId)) this.#put({ ...message, deleted_at: this.#now() });
  }

  /** Makes every message older, so that a test need not wait for 48 hours. */
  age(byMs: number): void {
    for (const message of this.messages) {
      this.#put({ ...message, sent_at: message.sent_at - byMs });
    }
  }

  #standing(chatId: Key, messageId: unknown, verb: 'edit' | 'delete'): ChatMessage {
    if (!Number.isInteger(messageId)) throw badRequest('message identifier is not specified');
    const message = this.#byId.get(Number(messageId));
    if (message?.chat_id !== chatId || !message || message.deleted_at !== null) {
      throw badRequest(`message to ${verb} not found`);
    }
    return message;
  }

  #put(message: ChatMessage): ChatMessage {
    this.#insert(message);
    this.#onChange();
    return message;
  }

  #insert(message: ChatMessage): void {
    const chat = this.#chats.get(message.chat_id) ?? [];
    this.#chats.set(message.chat_id, chat);
    const index = chat.findLastIndex(({ message_id }) => message_id === message.message_id);
    if (index < 0) chat.push(message);
    else chat[index] = message;
    this.#byId.set(message.message_id, message);
  }
}

/** A message in the terms of the Bot API. */
export const messageObject = (message: ChatMessage, from: object) => ({
  message_id: message.message_id,
  from,
  chat: { id: message.chat_id, type: 'private' },
  date: seconds(message.sent_at),
  ...(message.edited_at !== null && { edit_date: seconds(message.edited_at) }),
  text: plainText(message.runs),
  entities: entitiesIn(message.runs),
  ...markup(message.keyboard),
});

const markup = (keyboard: Keyboard) =>
  keyboard.length > 0 ? { reply_markup: { inline_keyboard: keyboard } } : {};

export const seconds = (ms: number) => Math.floor(ms / 1_000);
