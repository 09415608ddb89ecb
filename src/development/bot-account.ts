import { BotApiError } from './bot-answers.ts';
import { type BotChats, type ChatMessage, messageObject, seconds } from './bot-chats.ts';
import { contentOf, keyboardOf, plainText } from './bot-contents.ts';
import { type PreparedShare, SHARE_MS, shareOf } from './bot-shares.ts';
import type { BotUpdate, BotUpdates } from './bot-updates.ts';
import type { LaunchUser } from './launch-data.ts';

/** A button that a person has pressed, and the bot's answer. */
export interface CallbackQuery {
  readonly id: string;
  readonly chat_id: number;
  readonly message_id: number;
  readonly data: string;
  readonly at: number;
  /** Undefined until the bot answers; the text is empty if it only ends the progress bar. */
  answer?: { readonly text: string; readonly show_alert: boolean; readonly at: number };
}

export type Payload = Readonly<Record<string, unknown>>;

interface Parts {
  readonly chats: BotChats;
  readonly updates: BotUpdates;
  readonly personOf: (chatId: number) => LaunchUser;
  readonly now: () => number;
}

export const BOT_NAME = 'hallway_sandbox_bot';
/** An answer to a pressed button must arrive within this time. */
const CALLBACK_MS = 15_000;

/** What a bot has and does: the methods of the Bot API, and what people do in its chats. */
export class BotAccount {
  readonly queries: CallbackQuery[] = [];
  /** The messages that people may send to chats of their choice, oldest first. */
  readonly shares: PreparedShare[] = [];
  /** The last payload of each method that sets something of the bot, by method and language. */
  readonly settings = new Map<string, Payload>();
  readonly #parts: Parts;
  /** The people who have blocked the bot. */
  readonly #blockedBy = new Set<number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The result of a method.
   * @throws BotApiError as the Bot API refuses the call
   */
  call(method: string, payload: Payload, botId: number): unknown {
    const { chats, updates } = this.#parts;
    const bot = botUser(botId);
    switch (method) {
      case 'getMe':
        return { ...bot, can_join_groups: false, supports_inline_queries: false };
      case 'sendMessage': {
        const content = contentOf(payload);
        return messageObject(chats.add(this.#chatId(payload), 'bot', content), bot);
      }
      case 'editMessageText': {
        const chatId = this.#chatId(payload);
        return messageObject(chats.edit(chatId, payload.message_id, contentOf(payload)), bot);
      }
      case 'editMessageReplyMarkup': {
        const keyboard = keyboardOf(payload.reply_markup);
        const chatId = this.#chatId(payload);
        return messageObject(chats.edit(chatId, payload.message_id, { keyboard }), bot);
      }
      case 'deleteMessage':
        chats.delete(this.#chatId(payload), payload.message_id);
        return true;
      case 'answerCallbackQuery':
        return this.#answerQuery(payload);
      case 'savePreparedInlineMessage': {
        const { user_id: chat_id, ...message } = payload;
        const share = shareOf(message, { chat_id: this.#userId(chat_id), at: this.#parts.now() });
        this.shares.push(share);
        return { id: share.id, expiration_date: seconds(share.at + SHARE_MS) };
      }
      case 'getUpdates':
        return updates.poll(payload);
      case 'setWebhook':
        return updates.setWebhook(payload);
      case 'deleteWebhook':
        return updates.deleteWebhook(payload);
      case 'getWebhookInfo':
        return updates.webhookInfo();
    }
    return this.#setting(method, payload);
  }

  /** The person writes to the bot. */
  write(chatId: number, text: string): BotUpdate {
    const { chats, updates, personOf } = this.#parts;
    const content = { runs: [{ text, isBold: false }], keyboard: [] };
    const message = messageObject(chats.add(chatId, 'person', content), userOf(personOf(chatId)));
    const [command] = /^\/\w+/.exec(text) ?? [];
    const entities = [{ type: 'bot_command', offset: 0, length: command?.length }];
    return updates.add('message', { ...message, ...(command && { entities }) });
  }

  /**
   * The person presses a button of a message.
   * @throws Error if the message has no such button now
   */
  press(messageId: number, callbackData: string): CallbackQuery {
    const { chats, updates, personOf, now } = this.#parts;
    const message = chats.find(messageId);
    if (!message || !hasButton(message, callbackData)) {
      throw new Error(`no message ${messageId} with ${callbackData}`);
    }
    const { chat_id, message_id } = message;
    const id = `${this.queries.length + 1}`;
    const query: CallbackQuery = { id, chat_id, message_id, data: callbackData, at: now() };
    this.queries.push(query);
    updates.add('callback_query', {
      id,
      from: userOf(personOf(chat_id)),
      message: messageObject(message, { is_bot: true, username: BOT_NAME }),
      chat_instance: `${chat_id}`,
      data: callbackData,
    });
    return query;
  }

  /** The person blocks the bot or opens it again. */
  setBlocked(chatId: number, isBlocked: boolean): BotUpdate {
    const { updates, personOf, now } = this.#parts;
    if (isBlocked) this.#blockedBy.add(chatId);
    else this.#blockedBy.delete(chatId);
    const from = userOf(personOf(chatId));
    const state = (blocked: boolean) => ({
      user: { is_bot: true, username: BOT_NAME },
      status: blocked ? 'kicked' : 'member',
      ...(blocked && { until_date: 0 }),
    });
    return updates.add('my_chat_member', {
      chat: { ...from, type: 'private' },
      from,
      date: seconds(now()),
      old_chat_member: state(!isBlocked),
      new_chat_member: state(isBlocked),
    });
  }

  isBlockedBy(chatId: number): boolean {
    return this.#blockedBy.has(chatId);
  }

  #chatId({ chat_id }: Payload): number {
    if (chat_id === undefined) throw new BotApiError(400, 'Bad Request: chat_id is empty');
    const id = Number(chat_id);
    if (!Number.isSafeInteger(id) || id <= 0) {
      throw new BotApiError(400, 'Bad Request: chat not found');
    }
    if (this.#blockedBy.has(id)) {
      throw new BotApiError(403, 'Forbidden: bot was blocked by the user');
    }
    return id;
  }

  /** Whom the bot may prepare a message for: also a person who has blocked it. */
  #userId(given: unknown): number {
    const id = Number(given);
    if (Number.isSafeInteger(id) && id > 0) return id;
    throw new BotApiError(400, 'Bad Request: user not found');
  }

  #answerQuery({ callback_query_id, text = '', show_alert }: Payload): true {
    const at = this.#parts.now();
    const query = this.queries.find(({ id }) => id === callback_query_id);
    if (!query || query.answer || at - query.at > CALLBACK_MS) {
      throw new BotApiError(
        400,
        'Bad Request: query is too old and response timeout expired or query ID is invalid',
      );
    }
    if (String(text).length > 200) throw new BotApiError(400, 'Bad Request: MESSAGE_TOO_LONG');
    query.answer = { text: String(text), show_alert: show_alert === true, at };
    return true;
  }

  /** What the bot sets of itself, such as its commands, by language; and reads again. */
  #setting(method: string, payload: Payload): unknown {
    const [, verb, name = ''] = /^(set|get)(\w+)$/.exec(method) ?? [];
    const fallback = DEFAULTS[name];
    if (!fallback) throw new BotApiError(404, 'Not Found');
    const key = `${name} ${payload.language_code ?? payload.chat_id ?? ''}`.trim();
    if (verb === 'get') return settingOf(name, this.settings.get(key) ?? fallback);
    const commands = payload.commands ?? [];
    if (name === 'MyCommands' && (!Array.isArray(commands) || !commands.every(isCommand))) {
      throw new BotApiError(400, 'Bad Request: BOT_COMMAND_INVALID');
    }
    this.settings.set(key, payload);
    return true;
  }
}

/** What is there before the bot sets it. */
const DEFAULTS: Readonly<Record<string, Payload>> = {
  MyCommands: { commands: [] },
  MyName: { name: 'Hallway sandbox' },
  MyDescription: { description: '' },
  MyShortDescription: { short_description: '' },
  ChatMenuButton: { menu_button: { type: 'default' } },
};

function settingOf(name: string, payload: Payload): unknown {
  if (name === 'MyCommands') return payload.commands ?? [];
  if (name === 'ChatMenuButton') return payload.menu_button ?? { type: 'default' };
  const { language_code: _, ...text } = payload;
  return text;
}

const isCommand = ({ command, description }: Payload) =>
  /^[a-z0-9_]{1,32}$/.test(String(command)) && /^.{1,256}$/.test(String(description ?? ''));

const botUser = (id: number) => ({
  id,
  is_bot: true,
  first_name: 'Hallway sandbox',
  username: BOT_NAME,
});

const userOf = ({ id, first_name, last_name, username, language_code }: LaunchUser) => ({
  id,
  is_bot: false,
  first_name,
  ...(last_name && { last_name }),
  ...(username && { username }),
  ...(language_code && { language_code }),
});

/** Whether the person sees a button with this data now. */
export const hasButton = ({ deleted_at, keyboard }: ChatMessage, callbackData: string) =>
  deleted_at === null &&
  keyboard.flat().some(({ callback_data }) => callback_data === callbackData);

/** The text of a message, as its person reads it. */
export const textOf = ({ runs }: ChatMessage): string => plainText(runs);
