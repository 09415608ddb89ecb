/** The most the messenger takes, in UTF-16 code units of what is seen: tags and escapes are free. */
const MAX_LENGTH = 4_096;
const GAP = '\n\n';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A message in the messenger's HTML: the title in bold, the body below it. Both are plain text,
 * whatever they look like, and are cut to what the messenger takes.
 */
export function messageHtml({
  title,
  body,
}: {
  readonly title: string;
  readonly body: string;
}): string {
  const heading = `<b>${escaped(cut(title, MAX_LENGTH))}</b>`;
  const left = MAX_LENGTH - title.length - GAP.length;
  return body && left > 0 ? `${heading}${GAP}${escaped(cut(body, left))}` : heading;
}

/** At most `max` code units of `text`, cut between two characters as people see them. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = graphemes.segment(text).containing(max - 1)?.index;
  return `${text.slice(0, end)}…`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
