import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DIRECTORY = 'examples/mini-app';
const files = globSync(`${DIRECTORY}/**/*.{ts,tsx}`).map((file) => ({
  file: path.relative(DIRECTORY, file),
  text: readFileSync(file, 'utf8'),
}));
/** What an adopter installs. */
const PACKAGES = ['@hallway/client', '@tanstack/preact-query', 'jsqr', 'preact'];

describe('the example of a mini app', () => {
  it('imports nothing of the service but its client, by the name of the package', () => {
    const targets = files.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:from |^import |\bimport\()'([^']+)'/gm)].map(([, target = '']) => ({
        file,
        target,
      })),
    );
    expect(targets.length).toBeGreaterThan(20);
    const strays = targets.filter(({ file, target }) =>
      target.startsWith('.')
        ? path.join(path.dirname(file), target).startsWith('..')
        : !PACKAGES.some((name) => target === name || target.startsWith(`${name}/`)),
    );
    expect(strays).toEqual([]);
  });

  it('calls the API by the client alone', () => {
    const calls = /\bfetch\(|XMLHttpRequest|EventSource|sendBeacon|\/api\/v1\/\w/;
    expect(files.filter(({ text }) => calls.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('makes no markup of text', () => {
    const markup = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bstyle=(?!\{\{)/;
    expect(files.filter(({ text }) => markup.test(text)).map(({ file }) => file)).toEqual([]);
  });
});
