import { escaped, printedPage } from './printed-page.ts';

interface PrintedCode {
  readonly title: string;
  readonly code: string;
  /** The SVG comes from our own library and contains paths only. */
  readonly qr_svg: string;
}

const STYLE = `
body { font: 16px sans-serif; margin: 2rem; }
main { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1rem; }
article { border: 1px solid #999; padding: 1rem; text-align: center; break-inside: avoid; }
svg { width: 70%; }
code { font-size: 1.5rem; letter-spacing: 0.1em; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; overflow-wrap: anywhere; }
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
    style: STYLE,
    body: [`<h1>${escaped(title)}</h1>\n<main>\n${codes.map(articleOf).join('\n')}\n</main>\n`],
  });

const articleOf = ({ title, code, qr_svg }: PrintedCode): string =>
  `<article>
<h2>${escaped(title)}</h2>
${qr_svg}
<p><code>${escaped(code)}</code></p>
</article>`;
