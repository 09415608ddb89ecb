import { hash } from 'node:crypto';
import { Readable } from 'node:stream';

/** A page to print. */
interface PrintedPage {
  readonly title: string;
  /** CSS without any data, so that its hash is always the same. */
  readonly style: string;
  /** HTML, in which all data is `escaped`. */
  readonly body: Iterable<string> | AsyncIterable<string>;
}

/** The answer that is a page to print. It loads nothing and runs nothing, and is streamed. */
export const printedPage = ({ title, style, body }: PrintedPage) => ({
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

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
