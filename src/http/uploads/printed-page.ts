import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type Badge,
  type BadgeLayout,
  type BadgesSheet,
  nameLines,
  nameSize,
} from '../../domain/attendance/badges.ts';
import { localStart } from '../../lib/local-times.ts';

/** A page to print. */
interface PrintedPage {
  readonly title: string;
  /** CSS without any data, so that its hash is always the same. */
  readonly style: string;
  /** HTML, in which all data is `escaped`. */
  readonly body: Iterable<string> | AsyncIterable<string>;
}

/** The answer that is a page to print. It loads nothing and runs nothing, and is streamed. */
const printedPage = ({ title, style, body }: PrintedPage) => ({
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'`,
  },
  body: Readable.from(written({ title, style, body })),
});

async function* written({ title, style, body }: PrintedPage): AsyncGenerator<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
`;
  yield* body;
  yield '</body>\n</html>\n';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

interface PrintedCode {
  readonly title: string;
  readonly code: string;
  /** The SVG comes from our own library and contains paths only. */
  readonly qr_svg: string;
}

const CODES_STYLE = `
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; margin: 0; }
body { font: 4mm/1.35 system-ui, sans-serif; max-width: 186mm; margin: 0 auto; }
h1 { font-size: 7mm; padding-bottom: 4mm; }
main { display: grid; grid-template-columns: repeat(2, 1fr); }
article { display: grid; gap: 3mm; justify-items: center; align-content: start; padding: 8mm;
  margin: -0.1mm; border: 0.2mm dashed #999; text-align: center; break-inside: avoid; }
svg { width: 52mm; height: 52mm; }
code { font-size: 5.5mm; font-weight: bold; letter-spacing: 0.08em; overflow-wrap: anywhere; }
h2 { font-size: 5.5mm; overflow-wrap: anywhere; }
@media screen { body { padding: 8mm; } }
`;
/** The codes of a quest as a page to print, two in a row. */
export const codesPage = ({
  title,
  codes,
}: {
  readonly title: string;
  readonly codes: readonly PrintedCode[];
}) =>
  printedPage({
    title,
    style: CODES_STYLE,
    body: [`<h1>${escaped(title)}</h1>\n<main>\n${codes.map(codeArticle).join('\n')}\n</main>\n`],
  });

const codeArticle = ({ title, code, qr_svg }: PrintedCode): string =>
  `<article>
<h2>${escaped(title)}</h2>
${qr_svg}
<p><code>${escaped(code)}</code></p>
</article>`;

/** What both layouts share. Lines are cut where even the smallest size leaves too many. */
const BADGES_STYLE = `
* { box-sizing: border-box; margin: 0; }
body { font-family: "Noto Sans", "Helvetica Neue", Arial, "Noto Sans Arabic", "Noto Sans Hebrew",
  "Noto Sans CJK SC", "PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Noto Color Emoji",
  "Apple Color Emoji", "Segoe UI Emoji", sans-serif; }
header { font-size: 3.6mm; line-height: 1.5; }
header code, header p + p { color: #566069; }
article { display: flex; flex-direction: column; align-items: center; overflow: hidden;
  text-align: center; break-after: page; break-inside: avoid; }
h2, p { max-width: 100%; overflow-wrap: anywhere; overflow: hidden; display: -webkit-box;
  -webkit-box-orient: vertical; flex-shrink: 0; }
h2 { line-height: 1.15; }
h2 bdi { display: block; }
.of { align-self: stretch; font-weight: bold; -webkit-line-clamp: 1; border-bottom: 0.5mm solid #000; }
.type { padding: 0 0.6em; border-radius: 0.3em; background: #000; color: #fff; font-weight: bold;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
svg { margin-top: auto; flex-shrink: 0; }
code { font-family: monospace; }
@media print { header { display: none; } }
@media screen {
  body { display: flex; flex-wrap: wrap; gap: 6mm; padding: 8mm; background: #eceff1; color: #12181c; }
  header { width: 100%; }
  article { background: #fff; border-radius: 3mm; box-shadow: 0 0.3mm 2mm #0a141933; }
}
`;

const STYLES: Readonly<Record<BadgeLayout, string>> = {
  a6: `${BADGES_STYLE}
@page { size: 105mm 148mm; margin: 0; }
article { width: 105mm; height: 147.5mm; padding: 8mm; gap: 3mm; }
.of { font-size: 4.5mm; padding-bottom: 3mm; margin-bottom: 5mm; }
.xl { font-size: 14mm; -webkit-line-clamp: 4; }
.l { font-size: 9.5mm; -webkit-line-clamp: 5; }
.m { font-size: 6.5mm; -webkit-line-clamp: 7; }
.s { font-size: 5mm; -webkit-line-clamp: 8; }
.company { font-size: 5mm; -webkit-line-clamp: 2; }
.type { font-size: 5mm; -webkit-line-clamp: 1; }
svg { width: 48mm; height: 48mm; }
code { font-size: 3mm; }
`,
  label62: `${BADGES_STYLE}
@page { size: 62mm 100mm; margin: 0; }
article { width: 62mm; height: 99.5mm; padding: 3mm; gap: 1.5mm; }
.of { font-size: 2.8mm; padding-bottom: 1.2mm; margin-bottom: 1.5mm; }
.xl { font-size: 9.5mm; -webkit-line-clamp: 3; }
.l { font-size: 6.5mm; -webkit-line-clamp: 4; }
.m { font-size: 4.5mm; -webkit-line-clamp: 5; }
.s { font-size: 3.5mm; -webkit-line-clamp: 7; }
.company { font-size: 3.5mm; -webkit-line-clamp: 2; }
.type { font-size: 3.5mm; -webkit-line-clamp: 1; }
svg { width: 38mm; height: 38mm; }
code { font-size: 2.2mm; }
`,
};

/** The badges of a conference as a page to print, one on each sheet. */
export const badgesPage = (
  sheet: BadgesSheet,
  { layout, nextUrl }: { readonly layout: BadgeLayout; readonly nextUrl: string | undefined },
) =>
  printedPage({
    title: `Badges: ${sheet.conference.name}`,
    style: STYLES[layout],
    body: bodyOf(sheet, nextUrl),
  });

async function* bodyOf(
  { conference, badges, count, as_of }: BadgesSheet,
  nextUrl: string | undefined,
): AsyncGenerator<string> {
  const next = nextUrl === undefined ? '' : ` <a href="${escaped(nextUrl)}">The next badges</a>`;
  yield `<header>
<p>${count} badges of ${escaped(conference.name)}.${next}</p>
<p>As of ${escaped(localStart(as_of, conference.timezone))}. Later badges: <code>since=${escaped(as_of)}</code></p>
</header>
`;
  for await (const badge of badges) yield badgeArticle(badge, conference.name);
}

function badgeArticle(
  { company, ticket_type, code, qr_svg, ...name }: Badge,
  conference: string,
): string {
  const lines = nameLines(name);
  const shown = lines.map((line) => `<bdi>${escaped(line)}</bdi>`).join('');
  return `<article>
<p class="of"><bdi>${escaped(conference)}</bdi></p>
<h2 class="${nameSize(lines)}">${shown}</h2>
${company === null ? '' : `<p class="company"><bdi>${escaped(company)}</bdi></p>\n`}${
  ticket_type === null ? '' : `<p class="type"><bdi>${escaped(ticket_type)}</bdi></p>\n`
}${qr_svg}
<p><code>${escaped(code)}</code></p>
</article>
`;
}
