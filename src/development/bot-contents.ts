import { BotApiError } from './bot-answers.ts';

/** A part of a message's text. */
export interface TextRun {
  readonly text: string;
  readonly isBold: boolean;
}

export interface KeyboardButton {
  readonly text: string;
  /** One of the two is present. */
  readonly url?: string;
  readonly callback_data?: string;
}

export type Keyboard = readonly (readonly KeyboardButton[])[];

/** The text and the buttons of a message. */
export interface MessageContent {
  readonly runs: readonly TextRun[];
  readonly keyboard: Keyboard;
}

type Payload = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 4_096;
const MAX_CALLBACK_BYTES = 64;
const MAX_ROW_BUTTONS = 8;
const MAX_BUTTONS = 100;

const TOKEN = /<b>|<\/b>|&(?:lt|gt|amp|quot);|[^<>&]+|[<>&]/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
};

const badRequest = (problem: string) => new BotApiError(400, `Bad Request: ${problem}`);

/**
 * The content that `sendMessage` or `editMessageText` asks for.
 * @throws BotApiError where the Bot API refuses it
 */
export function contentOf({ text, parse_mode, reply_markup }: Payload): MessageContent {
  if (typeof text !== 'string') throw badRequest('message text is empty');
  const runs = parse_mode === 'HTML' ? runsOf(text) : [{ text, isBold: false }];
  const visible = plainText(runs);
  if (visible.trim() === '') throw badRequest('message text is empty');
  if (visible.length > MAX_LENGTH) throw badRequest('message is too long');
  return { runs, keyboard: keyboardOf(reply_markup) };
}

export const plainText = (runs: readonly TextRun[]): string =>
  runs.map(({ text }) => text).join('');

/**
 * Stricter than the Bot API, which also knows other tags and passes a lone `&`: bold is the only
 * markup of our messages, and what is not escaped is a defect.
 */
function runsOf(html: string): TextRun[] {
  const runs: TextRun[] = [];
  let isBold = false;
  for (const [token] of html.matchAll(TOKEN)) {
    if (token === '<b>' && !isBold) isBold = true;
    else if (token === '</b>' && isBold) isBold = false;
    else if (/^(?:[<>&]|<\/?b>)$/.test(token)) throw unreadable(token);
    else append(runs, { text: CHARACTERS[token] ?? token, isBold });
  }
  if (isBold) throw unreadable('<b>');
  return runs;
}

const unreadable = (token: string) =>
  badRequest(`can't parse entities: Unsupported start tag or unclosed "${token}"`);

function append(runs: TextRun[], run: TextRun): void {
  const last = runs.at(-1);
  if (last?.isBold === run.isBold) runs.push({ ...run, text: `${runs.pop()?.text}${run.text}` });
  else runs.push(run);
}

/**
 * The buttons of `reply_markup`; none if there is no markup.
 * @throws BotApiError where the Bot API refuses them
 */
export function keyboardOf(markup: unknown): Keyboard {
  if (markup === undefined) return [];
  const rows: unknown = isRecord(markup) ? markup.inline_keyboard : undefined;
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) {
    throw badRequest("can't parse inline keyboard: expected an Array of Arrays");
  }
  const keyboard = rows.filter((row) => row.length > 0).map((row) => row.map(buttonOf));
  const isTooWide = keyboard.some((row) => row.length > MAX_ROW_BUTTONS);
  if (isTooWide || keyboard.flat().length > MAX_BUTTONS) {
    throw badRequest('reply markup is too long');
  }
  return keyboard;
}

function buttonOf(given: unknown): KeyboardButton {
  const { text, url, callback_data, ...others } = isRecord(given) ? given : {};
  if (typeof text !== 'string' || text.trim() === '') throw badRequest('button text is empty');
  if (Object.keys(others).length > 0) throw badRequest('BUTTON_TYPE_INVALID');
  if (typeof url === 'string' && callback_data === undefined) {
    if (!isButtonUrl(url)) {
      throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
    }
    return { text, url };
  }
  if (typeof callback_data !== 'string' || url !== undefined) {
    throw badRequest('text buttons are unallowed in the inline keyboard');
  }
  const bytes = Buffer.byteLength(callback_data);
  if (bytes === 0 || bytes > MAX_CALLBACK_BYTES) throw badRequest('BUTTON_DATA_INVALID');
  return { text, callback_data };
}

const isButtonUrl = (url: string) => /^(?:https?|tg):$/.test(URL.parse(url)?.protocol ?? '');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
