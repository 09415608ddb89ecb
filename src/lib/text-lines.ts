import type { Readable } from 'node:stream';

/** The lines of a text that ends with a line feed, without it. In constant memory. */
export async function* textLines(text: Readable): AsyncGenerator<string> {
  let rest = '';
  // Not readline: it also ends lines at U+2028, which JSON may contain.
  for await (const piece of text.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
