import { compile } from 'html-to-text';
import { normalized } from '../../lib/normalized.ts';
import { oneLine } from '../../lib/one-line.ts';

/** The number of characters that are read of a text of `max`: the stored ones and their markup. */
export const charactersRead = (max: number): number => 3 * max + 1_000;

/** The longest text that is read: the length of a description with its markup. */
const MAX_READ = charactersRead(20_000);

/** Each round removes one level of escaping; real feeds have at most two. */
const MAX_ROUNDS = 3;

/** HTML elements only: `Vec<T>` and `<https://…>` in a plain text are not HTML. */
const ELEMENTS = new Set(
  [
    'a abbr address article aside audio b base big blockquote body br button center cite code dd del',
    'details div dl dt em embed figure font footer form frame h1 h2 h3 h4 h5 h6 head header hr html',
    'i iframe img input ins label li link main mark math meta nav object ol option p picture pre q s',
    'script section select small source span strike strong style sub summary sup svg table tbody td',
    'template textarea tfoot th thead title tr tt u ul video wbr',
  ].flatMap((names) => names.split(' ')),
);
const TAG = /<\/?([a-z][a-z0-9]{0,9})(?=[\s/>])|<!--|<!doctype/gi;
const ENTITY = /&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/i;

const htmlToText = compile({
  wordwrap: false,
  // Feeds mix lines of plain text and HTML paragraphs.
  preserveNewlines: true,
  limits: { maxInputLength: MAX_READ, maxDepth: 40 },
  selectors: [
    {
      selector: 'a',
      options: {
        linkBrackets: ['(', ')'],
        hideLinkHrefIfSameAsText: true,
        pathRewrite: (address: string) => (/^https?:\/\//i.test(address) ? address : ''),
      },
    },
    { selector: 'img', format: 'skip' },
    { selector: 'iframe', format: 'skip' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'inlineSurround',
      options: { suffix: ' ' },
    })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
  ],
});

/** Elements that need no closing tag, and do not nest without one. */
const UNCLOSED = new Set(
  'base br dd dt embed hr img input li link meta option p source td th tr wbr'.split(' '),
);
const WHOLE_TAG = /<(\/?)([a-z][a-z0-9]*)[^<>]*>?/gi;
/** Deeper elements are not shown anyway, and the parser takes quadratic time for open ones. */
const MAX_OPEN = 500;

/**
 * A text of a calendar feed as plain text: HTML becomes lines, and links keep their address. It has
 * at most `max` UTF-16 units, cut between characters. Null for an empty text.
 */
export function plainText(given: string | null, max: number): string | null {
  if (given === null) return null;
  const lines = withoutMarkup(printable(given.slice(0, charactersRead(max)))).split('\n');
  const text = lines.map((line) => line.trimEnd()).join('\n');
  return cut(normalized(text.replace(/\n{3,}/g, '\n\n')).trim(), max) || null;
}

/** The same as `plainText`, as one line without bidirectional overrides: titles, places, names. */
export function plainLine(given: string | null, max: number): string | null {
  const text = plainText(given, charactersRead(max));
  return text === null ? null : cut(oneLine(text.replace(/\s+/g, ' ')), max) || null;
}

function withoutMarkup(given: string): string {
  let text = given;
  for (let round = 0; round < MAX_ROUNDS && (hasTag(text) || ENTITY.test(text)); round++) {
    text = printable(htmlToText(withoutDeepTags(text)));
  }
  return hasTag(text) ? text.replace(/[<>]/g, '') : text;
}

const hasTag = (text: string): boolean =>
  [...text.matchAll(TAG)].some(
    ([, name]) => name === undefined || ELEMENTS.has(name.toLowerCase()),
  );

function withoutDeepTags(html: string): string {
  let open = 0;
  return html.replace(WHOLE_TAG, (tag, slash: string, name: string) => {
    if (UNCLOSED.has(name.toLowerCase())) return tag;
    open = slash ? Math.max(0, open - 1) : open + 1;
    return open > MAX_OPEN ? '' : tag;
  });
}

/** Without control characters and half surrogate pairs; line breaks become `\n`, tabs blanks. */
const printable = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u00a0\t]/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .toWellFormed();

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const halved = /[\ud800-\udbff]/.test(text.charAt(max - 1));
  return text.slice(0, halved ? max - 1 : max).trimEnd();
}
