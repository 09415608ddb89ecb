/** A part of a line. */
export interface Span {
  readonly text: string;
  readonly isBold: boolean;
  /** An address of https, of a link. */
  readonly href?: string;
}

/** The lines of a paragraph, or the items of a list. */
export interface Block {
  readonly kind: 'paragraph' | 'list' | 'numbered';
  readonly lines: readonly (readonly Span[])[];
}

const ITEM = /^(?:[-*]|(\d{1,3})[.)])[ \t]+(?=\S)/;
const MARKUP = /\*\*(?=\S)([^*\n]+)\*\*|\[([^[\]\n]+)\]\((https:\/\/[^\s()<>]+)\)/g;

/**
 * The blocks of an information page: of Markdown the paragraphs, lists, bold text and links to https;
 * everything else is text. A client makes elements of them, never markup.
 */
export function blocksOf(body: string): Block[] {
  const blocks: { kind: Block['kind']; lines: (readonly Span[])[] }[] = [];
  let isOpen = false;
  for (const line of body.split(/\r?\n/)) {
    const text = line.trim();
    const [marker = '', number] = ITEM.exec(text) ?? [];
    const kind = marker === '' ? 'paragraph' : number === undefined ? 'list' : 'numbered';
    const last = blocks.at(-1);
    if (text === '') isOpen = false;
    else if (isOpen && last?.kind === kind) last.lines.push(spansOf(text.slice(marker.length)));
    else {
      blocks.push({ kind, lines: [spansOf(text.slice(marker.length))] });
      isOpen = true;
    }
  }
  return blocks;
}

/** The text around bold parts and links, and what is inside of them: bold links, and links with bold parts. */
function spansOf(text: string, of: Omit<Span, 'text'> = { isBold: false }): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const addPlain = (to: number) => {
    if (to > from) spans.push({ text: text.slice(from, to), ...of });
  };
  for (const { 0: whole, 1: bold, 2: label, 3: href, index } of text.matchAll(MARKUP)) {
    const isNew =
      bold !== undefined ? !of.isBold : of.href === undefined && URL.canParse(href ?? '');
    if (!isNew) continue;
    addPlain(index);
    const own = href === undefined ? { ...of, isBold: true } : { ...of, href };
    spans.push(...spansOf(bold ?? label ?? '', own));
    from = index + whole.length;
  }
  addPlain(text.length);
  return spans;
}
