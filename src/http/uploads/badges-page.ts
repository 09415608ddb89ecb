import {
  type Badge,
  type BadgeLayout,
  type BadgesSheet,
  nameLines,
  nameSize,
} from '../../domain/attendance/badges.ts';
import { localStart } from '../../lib/local-times.ts';
import { escaped, printedPage } from './printed-page.ts';

/** What both layouts share. Lines are cut where even the smallest size leaves too many. */
const STYLE = `
* { box-sizing: border-box; margin: 0; }
body { font-family: "Noto Sans", "Helvetica Neue", Arial, "Noto Sans Arabic", "Noto Sans Hebrew",
  "Noto Sans CJK SC", "PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Noto Color Emoji",
  "Apple Color Emoji", "Segoe UI Emoji", sans-serif; }
header { padding: 5mm; border-bottom: 0.2mm solid #999; }
article { display: flex; flex-direction: column; align-items: center; overflow: hidden;
  text-align: center; break-after: page; break-inside: avoid; }
h2, p { max-width: 100%; overflow-wrap: anywhere; overflow: hidden; display: -webkit-box;
  -webkit-box-orient: vertical; flex-shrink: 0; }
h2 { line-height: 1.15; }
h2 bdi { display: block; }
.type { font-weight: bold; text-transform: uppercase; letter-spacing: 0.05em; }
svg { margin-top: auto; flex-shrink: 0; }
code { font-family: monospace; }
@media print { header { display: none; } }
`;

const STYLES: Readonly<Record<BadgeLayout, string>> = {
  a6: `${STYLE}
@page { size: 105mm 148mm; margin: 0; }
article { width: 105mm; height: 147.5mm; padding: 10mm 8mm; gap: 3mm; }
.xl { font-size: 14mm; -webkit-line-clamp: 4; }
.l { font-size: 9.5mm; -webkit-line-clamp: 5; }
.m { font-size: 6.5mm; -webkit-line-clamp: 7; }
.s { font-size: 5mm; -webkit-line-clamp: 8; }
.company { font-size: 5mm; -webkit-line-clamp: 2; }
.type { font-size: 5mm; -webkit-line-clamp: 1; }
svg { width: 48mm; height: 48mm; }
code { font-size: 3mm; }
`,
  label62: `${STYLE}
@page { size: 62mm 100mm; margin: 0; }
article { width: 62mm; height: 99.5mm; padding: 4mm 3mm; gap: 1.5mm; }
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
  for await (const badge of badges) yield articleOf(badge);
}

function articleOf({ company, ticket_type, code, qr_svg, ...name }: Badge): string {
  const lines = nameLines(name);
  const shown = lines.map((line) => `<bdi>${escaped(line)}</bdi>`).join('');
  return `<article>
<h2 class="${nameSize(lines)}">${shown}</h2>
${company === null ? '' : `<p class="company"><bdi>${escaped(company)}</bdi></p>\n`}${
  ticket_type === null ? '' : `<p class="type"><bdi>${escaped(ticket_type)}</bdi></p>\n`
}${qr_svg}
<p><code>${escaped(code)}</code></p>
</article>
`;
}
