import {
  CATALOGS,
  type Catalog,
  format,
  LANGUAGES,
  type Language,
} from '../../messages/catalogs.ts';
import { lookUpLanguage } from './languages.ts';

export type BotTextKey = keyof Catalog['bot'];

/** A text of the bot that belongs to no notification. */
export const botText = (key: BotTextKey, language: Language): string =>
  format(language, CATALOGS[language].bot[key]);

/** The language that a user means by a tag; undefined if the bot does not speak it. */
export const botLanguage = (tag: string | null): Language | undefined =>
  lookUpLanguage(tag, LANGUAGES);
