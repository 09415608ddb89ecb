import { z } from 'zod';
import {
  type Asked,
  type BotUpdate,
  commandOf,
  pressOf,
} from '../../domain/messaging/bot-updates.ts';

/** The kinds of updates that the bot asks the messenger for. */
export const ALLOWED_UPDATES = ['message', 'callback_query', 'my_chat_member'] as const;

/** An update for the bot, and its sender. */
export interface ReceivedUpdate {
  /** The messenger id of the sender, which is also the id of the private chat. */
  readonly person_id: number;
  readonly content: BotUpdate;
}

const id = z.int().positive();
const Person = z.object({
  id,
  is_bot: z.literal(false).optional(),
  language_code: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,35}$/)
    .optional()
    .catch(undefined),
});
const PrivateChat = z.object({ id, type: z.literal('private') });
/** In seconds since 1970, until the year 9999. */
const UnixTime = z
  .int()
  .min(0)
  .max(253_402_300_799)
  .transform((seconds) => new Date(seconds * 1_000).toISOString());

const Message = z.object({
  from: Person,
  chat: PrivateChat,
  date: UnixTime,
  text: z.string().max(65_536).optional(),
});
const Press = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  from: Person,
  message: z.object({ chat: PrivateChat }),
  data: z.string().max(1_000).default(''),
});
const MemberChange = z.object({
  from: Person,
  chat: PrivateChat,
  date: UnixTime,
  new_chat_member: z.object({ status: z.string().max(100) }),
});

const Update = z.union([
  z.object({ message: Message }).transform(({ message }): ReceivedUpdate | undefined => {
    const { from, chat, date, text = '' } = message;
    return inPrivate(from, chat, { ...commandOf(text), sent_at: date });
  }),
  z.object({ callback_query: Press }).transform(({ callback_query }) => {
    const { from, message, id: press_id, data } = callback_query;
    return inPrivate(from, message.chat, { ...pressOf(press_id, data), sent_at: null });
  }),
  z.object({ my_chat_member: MemberChange }).transform(({ my_chat_member }) => {
    const { from, chat, date, new_chat_member } = my_chat_member;
    const is_reachable = new_chat_member.status === 'member';
    return inPrivate(from, chat, { kind: 'membership', is_reachable, sent_at: date });
  }),
]);

/** Undefined unless the chat is the sender's own: who knows the secret can name any two. */
function inPrivate(
  { id: person_id, language_code }: z.infer<typeof Person>,
  chat: { readonly id: number },
  asked: Asked & Pick<BotUpdate, 'sent_at'>,
): ReceivedUpdate | undefined {
  if (chat.id !== person_id) return undefined;
  return { person_id, content: { ...asked, language_code: language_code ?? null } };
}

/**
 * Reads an update of the Bot API. Undefined for one that asks the bot for nothing: from a group, from
 * another bot, of another kind, or malformed. Keeps no text that the sender wrote.
 */
export const receivedUpdate = (update: unknown): ReceivedUpdate | undefined =>
  Update.safeParse(update).data;
