/**
 * How the messenger writes a time in the reader's zone: weekday, long date, short time, each if it
 * is named.
 */
export type TimeFormat = `${'w' | ''}${'D' | ''}${'t' | ''}`;

/** A time inside a text, in UTF-16 code units of the text. */
export interface MarkedTime {
  readonly offset: number;
  readonly length: number;
  /** In seconds since 1970. */
  readonly unix_time: number;
  readonly format: TimeFormat;
}

/** PostgreSQL stores no NUL, so no name and no text of a person contains this. */
const MARK = '\0';
const MARKED = /\0(-?\d+):(\w*)\0([^\0]*)\0/g;

/** A part of a text that says the time `at`, in milliseconds since 1970. */
export const markedTime = (text: string, at: number, format: TimeFormat): string =>
  `${MARK}${Math.floor(at / 1_000)}:${format}${MARK}${text}${MARK}`;

/** The text as people read it. */
export const withoutMarks = (text: string): string =>
  text.includes(MARK) ? text.replace(MARKED, '$3') : text;

/** The text as people read it, and the times in it, in their order. */
export function timesIn(marked: string): {
  readonly text: string;
  readonly times: readonly MarkedTime[];
} {
  const times: MarkedTime[] = [];
  let text = '';
  let from = 0;
  for (const match of marked.matchAll(MARKED)) {
    const [whole, seconds = '', format = '', shown = ''] = match;
    text += marked.slice(from, match.index);
    const time = { unix_time: Number(seconds), format: format as TimeFormat };
    times.push({ offset: text.length, length: shown.length, ...time });
    text += shown;
    from = match.index + whole.length;
  }
  return { text: text + marked.slice(from), times };
}
