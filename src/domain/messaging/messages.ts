import { type TimeFormat, timesIn } from '../../lib/marked-times.ts';

/** The Bot API's limit in UTF-16 code units of text. */
const MAX_LENGTH = 4_096;
const GAP = '\n\n';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface Span {
  /** In UTF-16 code units of the text, as `length`. */
  readonly offset: number;
  readonly length: number;
}

/** What is special about a part of a message's text, in the terms of the Bot API. */
export type MessageEntity =
  | (Span & { readonly type: 'bold' })
  /** The messenger shows the time in the reader's zone, in place of the text. */
  | (Span & {
      readonly type: 'date_time';
      readonly unix_time: number;
      readonly date_time_format: TimeFormat;
    });

/** A text as it is, without markup: nothing of it is escaped or parsed. */
export interface FormattedText {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

/**
 * A message: a bold title, then the body, both truncated to the messenger's limit.
 * @param title with marked times, as the body
 */
export function messageText({
  title,
  body,
}: {
  readonly title: string;
  readonly body: string;
}): FormattedText {
  const heading = truncated(timesOf(title), MAX_LENGTH);
  const bold = { type: 'bold', offset: 0, length: heading.text.length } as const;
  const first = { text: heading.text, entities: [bold, ...heading.entities] };
  const left = MAX_LENGTH - first.text.length - GAP.length;
  if (!body || left <= 0) return first;
  const rest = truncated(timesOf(body), left);
  const from = first.text.length + GAP.length;
  return {
    text: `${first.text}${GAP}${rest.text}`,
    entities: [
      ...first.entities,
      ...rest.entities.map((entity) => ({ ...entity, offset: from + entity.offset })),
    ],
  };
}

/** A message without a title, as `messageText`. */
export const plainMessage = (marked: string): FormattedText =>
  truncated(timesOf(marked), MAX_LENGTH);

function timesOf(marked: string): FormattedText {
  const { text, times } = timesIn(marked);
  const entities = times.map(({ format, ...time }) => ({
    type: 'date_time' as const,
    ...time,
    date_time_format: format,
  }));
  return { text, entities };
}

/** At most `max` code units of the text, truncated at a grapheme boundary. A cut time is plain text. */
function truncated({ text, entities }: FormattedText, max: number): FormattedText {
  if (text.length <= max) return { text, entities };
  const end = graphemes.segment(text).containing(max - 1)?.index ?? 0;
  return {
    text: `${text.slice(0, end)}…`,
    entities: entities.filter(({ offset, length }) => offset + length <= end),
  };
}
