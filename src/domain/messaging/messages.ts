/** The Bot API's limit in UTF-16 code units of visible text. Tags and escapes do not count. */
const MAX_LENGTH = 4_096;
const GAP = '\n\n';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Formats a message in the messenger's HTML: a bold title, then the body. Both are escaped as plain
 * text and truncated to the messenger's limit.
 */
export function messageHtml({
  title,
  body,
}: {
  readonly title: string;
  readonly body: string;
}): string {
  const heading = `<b>${escaped(truncated(title, MAX_LENGTH))}</b>`;
  const left = MAX_LENGTH - title.length - GAP.length;
  return body && left > 0 ? `${heading}${GAP}${escaped(truncated(body, left))}` : heading;
}

/** A message without a title, as `messageHtml`. */
export const plainHtml = (text: string): string => escaped(truncated(text, MAX_LENGTH));

/** At most `max` code units of `text`, truncated at a grapheme boundary. */
function truncated(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = graphemes.segment(text).containing(max - 1)?.index;
  return `${text.slice(0, end)}…`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
