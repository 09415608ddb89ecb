import { globSync, readFileSync } from 'node:fs';
import de from '../../../src/console/texts/de.json' with { type: 'json' };
import en from '../../../src/console/texts/en.json' with { type: 'json' };

const files = globSync('src/console/**/*.{ts,tsx}').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

describe('the texts of the console', () => {
  it('have the same keys and values in every language', () => {
    const shape = (catalog: Readonly<Record<string, string>>) =>
      Object.entries(catalog).map(([key, text]) => [key, text.match(/\{\w+\}/g)?.sort() ?? []]);
    expect(shape(de)).toEqual(shape(en));
  });

  it('are in the order of their keys, so that one can be found', () => {
    expect(Object.keys(en)).toEqual(Object.keys(en).sort());
  });

  it('are all used', () => {
    // What a template makes: `status.${status}`.
    const made = files.flatMap(({ text }) =>
      [...text.matchAll(/`([\w.-]+)\$\{[^}]+\}`/g)].map(([, start = '']) => start),
    );
    const counted = files.flatMap(({ text }) =>
      [...text.matchAll(/counted\('([\w.-]+)'/g)].flatMap(([, key]) => [
        `${key}.one`,
        `${key}.other`,
      ]),
    );
    const unused = Object.keys(en).filter(
      (key) =>
        !counted.includes(key) &&
        !made.some((start) => start.includes('.') && key.startsWith(start)) &&
        !files.some(({ text }) => text.includes(`'${key}'`)),
    );
    expect(unused).toEqual([]);
  });

  it('are not written into pages', () => {
    const written = files
      .filter(({ path }) => path.endsWith('.tsx'))
      .flatMap(({ path, text }) =>
        [
          ...text.matchAll(/<\w[^<>]*(?<!=)>([^<>{}]*\p{L}[^<>{}]*)<\//gu),
          ...text.matchAll(/\b(?:aria-label|title|placeholder|alt)="([^"]*\p{L}[^"]*)"/gu),
        ].map(([, words]) => `${path}: ${words?.trim()}`),
      );
    expect(written).toEqual([]);
  });
});
