import { randomUUID } from 'node:crypto';
import { BotApiError } from './bot-answers.ts';
import { contentOf, type MessageContent } from './bot-contents.ts';

/** A message that a person may send to a chat of their choice. */
export interface PreparedShare extends MessageContent {
  readonly id: string;
  readonly chat_id: number;
  readonly title: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

type Payload = Readonly<Record<string, unknown>>;

/** A prepared message can be sent for this time; Telegram does not say for how long. */
export const SHARE_MS = 10 * 60_000;
const MAX_ID_BYTES = 64;
const CHATS = ['user', 'bot', 'group', 'channel'].map((kind) => `allow_${kind}_chats`);

const badRequest = (problem: string) => new BotApiError(400, `Bad Request: ${problem}`);

/**
 * What `savePreparedInlineMessage` keeps. Of the results of an inline query there are articles only.
 * @throws BotApiError as the Bot API refuses the call
 */
export function shareOf(payload: Payload, { chat_id, at }: Pick<PreparedShare, 'chat_id' | 'at'>) {
  const { result, ...allowed } = payload;
  const { type, id, title, input_message_content: content, reply_markup } = recordOf(result);
  if (type !== 'article') throw badRequest("can't parse inline query result: unsupported type");
  const bytes = typeof id === 'string' ? Buffer.byteLength(id) : 0;
  if (bytes === 0 || bytes > MAX_ID_BYTES) throw badRequest('RESULT_ID_INVALID');
  if (typeof title !== 'string' || title === '') throw badRequest('ARTICLE_TITLE_EMPTY');
  const { message_text: text, entities, parse_mode } = recordOf(content);
  if (CHATS.every((kind) => allowed[kind] !== true)) {
    throw badRequest('chat types to which the message can be sent must be specified');
  }
  const message = contentOf({
    text,
    ...(entities !== undefined && { entities }),
    ...(parse_mode !== undefined && { parse_mode }),
    ...(reply_markup !== undefined && { reply_markup }),
  });
  if (message.keyboard.flat().some(({ url }) => url === undefined)) {
    throw badRequest('BUTTON_TYPE_INVALID');
  }
  return { ...message, id: randomUUID(), chat_id, title, at } satisfies PreparedShare;
}

const recordOf = (value: unknown): Payload =>
  typeof value === 'object' && value !== null ? (value as Payload) : {};
