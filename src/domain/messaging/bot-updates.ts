import { type BotCallback, callbackOf } from './bot-callbacks.ts';

/** The commands of the bot, in the order in which `/help` and the messenger list them. */
export const BOT_COMMANDS = ['start', 'stop', 'notify', 'language', 'help'] as const;
export type BotCommand = (typeof BOT_COMMANDS)[number];

/** What a private message to the bot asks for. Any other text is null. */
interface Command {
  readonly kind: 'command';
  readonly command: BotCommand | null;
  /** The word after the command: a start parameter or a language tag. */
  readonly argument: string | null;
}

/** A press of a button of the bot. */
interface Press {
  readonly kind: 'press';
  readonly press_id: string;
  /** Null for data that no button of the bot has. */
  readonly callback: BotCallback | null;
}

/** The user has blocked the bot, or allowed it to write again. */
interface Membership {
  readonly kind: 'membership';
  readonly is_reachable: boolean;
}

export type Asked = Command | Press | Membership;

/** What an update asks for, in a private chat. */
export type BotUpdate = Asked & {
  /** By the messenger's clock; null for a press, which has no time. */
  readonly sent_at: string | null;
  readonly language_code: string | null;
};

/** `/start` or `/start@hallway_bot`. */
const COMMAND = /^\/([a-z]{1,32})(?:@\w{1,64})?$/i;
/** A start parameter or language tag, which is the only word after the command. */
const ARGUMENT = /^[\w-]{1,64}$/;

/** Keeps no text but commands and their arguments. */
export function commandOf(text: string): Command {
  const [first = '', second = '', ...others] = text.trimEnd().split(/\s+/, 3);
  const [, name = ''] = COMMAND.exec(first) ?? [];
  const command = BOT_COMMANDS.find((one) => one === name.toLowerCase()) ?? null;
  const hasArgument = command !== null && others.length === 0 && ARGUMENT.test(second);
  return { kind: 'command', command, argument: hasArgument ? second : null };
}

export const pressOf = (press_id: string, data: string): Press => ({
  kind: 'press',
  press_id,
  callback: callbackOf(data) ?? null,
});
