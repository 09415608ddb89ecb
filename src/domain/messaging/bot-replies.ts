import {
  CATALOGS,
  type Catalog,
  format,
  LANGUAGES,
  type Language,
} from '../../messages/catalogs.ts';
import { callbackDataOf } from './bot-callbacks.ts';
import { BOT_COMMANDS, type BotCommand } from './bot-updates.ts';
import { type Keyboard, NO_KEYBOARD } from './keyboards.ts';
import { languageOfTags } from './languages.ts';
import { shareUrl, startOf } from './start-parameters.ts';

export type BotTextKey = keyof Catalog['bot'];

/** A text of the bot that belongs to no notification. */
export const botText = (key: BotTextKey, language: Language): string =>
  format(language, CATALOGS[language].bot[key]);

/** The language that a user means by a tag; undefined if the bot does not speak it. */
export const botLanguage = (tag: string | null): Language | undefined =>
  languageOfTags(tag, LANGUAGES);

export interface BotReply {
  /** Plain text. */
  readonly text: string;
  /** The rows of buttons below it. */
  readonly keyboard: Keyboard;
}

/** How an answer of the bot is written. */
interface ReplyOptions {
  readonly language: Language;
  /** The address of the mini app; without it there is no button. */
  readonly appUrl: string | undefined;
}

/** The answer to a user whom the service knows, after the command took effect. */
export function replyTo(
  { command, argument }: { readonly command: BotCommand | null; readonly argument: string | null },
  options: ReplyOptions & {
    /** Whether `/language` named one of the languages. */
    readonly isLanguageSet: boolean;
  },
): BotReply {
  const { language, isLanguageSet } = options;
  const plain = (key: BotTextKey) => ({
    text: botText(key, language),
    keyboard: NO_KEYBOARD,
  });
  switch (command) {
    case 'start':
      return greeting(argument, options);
    case 'stop':
      return plain('stopped');
    case 'notify':
      return plain('notified');
    case 'language':
      return isLanguageSet
        ? plain('language_set')
        : { ...plain('language_question'), keyboard: languageKeyboard(language) };
    case 'help':
      return { ...plain('help'), keyboard: openKeyboard(null, options) };
    case null:
      return { ...plain('other'), keyboard: openKeyboard(null, options) };
  }
}

/** The answer to `/start`, and to anything from a person whom the service does not know. */
export const greeting = (parameter: string | null, options: ReplyOptions): BotReply => ({
  text: botText('greeting', options.language),
  keyboard: openKeyboard(parameter, options),
});

/** One button, which opens the app at a start parameter; a foreign one opens its first page. */
function openKeyboard(parameter: string | null, { language, appUrl }: ReplyOptions): Keyboard {
  if (appUrl === undefined) return NO_KEYBOARD;
  const start = startOf(parameter ?? '');
  const url = (start && shareUrl(appUrl, start)) ?? appUrl;
  return [[{ text: botText('open', language), url, style: 'primary' }]];
}

/** Each language in its own name, and that of the messenger. */
function languageKeyboard(language: Language): Keyboard {
  const rows = LANGUAGES.map((code) => [
    {
      text: new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code,
      callback_data: callbackDataOf({ kind: 'language', language: code }),
    },
  ]);
  const ofMessenger = {
    text: botText('language_of_messenger', language),
    callback_data: callbackDataOf({ kind: 'language', language: null }),
  };
  return [...rows, [ofMessenger]];
}

/** The commands as the messenger lists them. */
export const commandList = (language: Language) =>
  BOT_COMMANDS.map((command) => ({
    command,
    description: botText(`command_${command}`, language),
  }));
