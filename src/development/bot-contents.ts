import { BotApiError } from './bot-answers.ts';

/** A part of a message's text. */
export interface TextRun {
  readonly text: string;
  readonly isBold: boolean;
  /** The time that the messenger shows in its place, in seconds since 1970, and how. */
  readonly time?: { readonly unix_time: number; readonly format: string };
}

export interface KeyboardButton {
  readonly text: string;
  /** One of the two is present. */
  readonly url?: string;
  readonly callback_data?: string;
  readonly style?: (typeof STYLES)[number];
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
const STYLES = ['danger', 'success', 'primary'] as const;
const TIME_FORMAT = /^(?:r|w?[dD]?[tT]?)$/;

const badRequest = (problem: string) => new BotApiError(400, `Bad Request: ${problem}`);

/**
 * The content that `sendMessage` or `editMessageText` asks for. Stricter than the Bot API, which also
 * parses markup and knows other entities: our messages have none.
 * @throws BotApiError where the Bot API refuses it
 */
export function contentOf({ text, parse_mode, entities, reply_markup }: Payload): MessageContent {
  if (typeof text !== 'string' || text.trim() === '') throw badRequest('message text is empty');
  if (text.length > MAX_LENGTH) throw badRequest('message is too long');
  if (parse_mode !== undefined) throw badRequest('unsupported parse_mode');
  return { runs: runsOf(text, entitiesOf(entities, text)), keyboard: keyboardOf(reply_markup) };
}

export const plainText = (runs: readonly TextRun[]): string =>
  runs.map(({ text }) => text).join('');

interface Entity {
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly time?: NonNullable<TextRun['time']>;
}

function entitiesOf(given: unknown, text: string): Entity[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) throw badRequest("can't parse entities: expected an Array");
  return given.map((entity: unknown) => entityOf(isRecord(entity) ? entity : {}, text));
}

function entityOf({ type, offset, length, ...others }: Payload, text: string): Entity {
  if (!Number.isInteger(offset) || !Number.isInteger(length)) {
    throw badRequest('can\'t parse MessageEntity: Field "offset" must be of type Number');
  }
  const [from, to] = [Number(offset), Number(offset) + Number(length)];
  const what = `entity beginning at UTF-16 offset ${from}`;
  if (from < 0 || to <= from || to > text.length) {
    throw badRequest(`${what} ends after the end of the text at UTF-16 offset ${text.length}`);
  }
  if (splits(text, from) || splits(text, to)) {
    throw badRequest(`${what} begins or ends in a middle of a UTF-16 symbol`);
  }
  if (type === 'bold') return { type, from, to };
  const { unix_time, date_time_format: format } = others;
  if (type !== 'date_time') throw badRequest("can't parse MessageEntity: unsupported type");
  if (!Number.isInteger(unix_time) || !TIME_FORMAT.test(String(format))) {
    throw badRequest('invalid date-time entity specified');
  }
  return { type, from, to, time: { unix_time: Number(unix_time), format: String(format) } };
}

/** Whether the offset is between the two halves of a character. */
const splits = (text: string, offset: number): boolean =>
  offset < text.length && !text.slice(offset).isWellFormed() && text.isWellFormed();

/** The text in parts, each with all that is true of it. */
function runsOf(text: string, entities: readonly Entity[]): TextRun[] {
  const edges = new Set([0, text.length, ...entities.flatMap(({ from, to }) => [from, to])]);
  const sorted = [...edges].sort((a, b) => a - b);
  return sorted.slice(1).map((to, index) => {
    const from = sorted[index] ?? 0;
    const of = entities.filter((entity) => entity.from <= from && to <= entity.to);
    const { time } = of.find((entity) => entity.time) ?? {};
    const isBold = of.some(({ type }) => type === 'bold');
    return { text: text.slice(from, to), isBold, ...(time && { time }) };
  });
}

/** The runs as the Bot API shows them: entities with offsets in UTF-16. */
export function entitiesIn(runs: readonly TextRun[]): object[] {
  let offset = 0;
  return runs.flatMap(({ text, isBold, time }) => {
    const span = { offset, length: text.length };
    offset += text.length;
    return [
      ...(isBold ? [{ type: 'bold', ...span }] : []),
      ...(time
        ? [{ type: 'date_time', ...span, unix_time: time.unix_time, date_time_format: time.format }]
        : []),
    ];
  });
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
  const { text, url, callback_data, style, ...others } = isRecord(given) ? given : {};
  if (typeof text !== 'string' || text.trim() === '') throw badRequest('button text is empty');
  if (Object.keys(others).length > 0) throw badRequest('BUTTON_TYPE_INVALID');
  const known = STYLES.find((one) => one === style);
  if (known !== style) throw badRequest('invalid button style specified');
  const look = known && { style: known };
  if (typeof url === 'string' && callback_data === undefined) {
    if (!isButtonUrl(url)) {
      throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
    }
    return { text, url, ...look };
  }
  if (typeof callback_data !== 'string' || url !== undefined) {
    throw badRequest('text buttons are unallowed in the inline keyboard');
  }
  const bytes = Buffer.byteLength(callback_data);
  if (bytes === 0 || bytes > MAX_CALLBACK_BYTES) throw badRequest('BUTTON_DATA_INVALID');
  return { text, callback_data, ...look };
}

const isButtonUrl = (url: string) => /^(?:https?|tg):$/.test(URL.parse(url)?.protocol ?? '');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
