import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Catalog = Readonly<Record<string, string>>;

describe.each([
  ['the console', 'src/console', 'texts', 2],
  ['the agenda', 'src/console', 'texts/agenda', 2],
  ['the attendees', 'src/console', 'texts/attendees', 2],
  ['the audit log', 'src/console', 'texts/audit', 2],
  ['the broadcasts', 'src/console', 'texts/broadcasts', 2],
  ['the conferences', 'src/console', 'texts/conferences', 2],
  ['the door', 'src/console', 'texts/door', 2],
  ['the events', 'src/console', 'texts/events', 2],
  ['the keys', 'src/console', 'texts/keys', 2],
  ['the overview', 'src/console', 'texts/overview', 2],
  ['the palette', 'src/console', 'texts/palette', 2],
  ['the people', 'src/console', 'texts/people', 2],
  ['the refusals', 'src/console', 'texts/errors', 2],
  ['the quests', 'src/console', 'texts/quests', 2],
  ['the screens of the service', 'src/console', 'texts/service', 2],
  ['the speakers', 'src/console', 'texts/speakers', 2],
  ['the example of a mini app', 'examples/mini-app', 'texts', 3],
])('the texts of %s', (_, directory, texts, languages) => {
  const files = globSync(`${directory}/**/*.{ts,tsx}`).map((file) => ({
    path: file,
    text: readFileSync(file, 'utf8'),
  }));
  const catalogs = globSync(`${directory}/${texts}/*.json`).map((file) => ({
    language: path.basename(file, '.json'),
    texts: JSON.parse(readFileSync(file, 'utf8')) as Catalog,
  }));
  const english = catalogs.find(({ language }) => language === 'en')?.texts ?? {};

  it('have the same keys and values in every language', () => {
    const shape = (catalog: Catalog) =>
      Object.entries(catalog).map(([key, text]) => [key, text.match(/\{\w+\}/g)?.sort() ?? []]);
    expect(catalogs).toHaveLength(languages);
    for (const { texts } of catalogs) expect(shape(texts)).toEqual(shape(english));
  });

  it('are in the order of their keys, so that one can be found', () => {
    expect(Object.keys(english)).toEqual(Object.keys(english).sort());
  });

  it('are all used', () => {
    // What a template makes: `status.${status}`.
    const made = files.flatMap(({ text }) =>
      [...text.matchAll(/`([\w.-]+)\$\{[^}]+\}`/g)].map(([, start = '']) => start),
    );
    // `${tab}.title`.
    const ends = files.flatMap(({ text }) =>
      [...text.matchAll(/`\$\{\w+\}(\.[\w.-]+)`/g)].map(([, end = '']) => end),
    );
    const counted = files.flatMap(({ text }) =>
      [...text.matchAll(/counted\('([\w.-]+)'/g)].flatMap(([, key]) => [
        `${key}.one`,
        `${key}.other`,
      ]),
    );
    const unused = Object.keys(english).filter(
      (key) =>
        !counted.includes(key) &&
        !ends.some((end) => key.endsWith(end)) &&
        !made.some((start) => start.includes('.') && key.startsWith(start)) &&
        !files.some(({ text }) => text.includes(`'${key}'`)),
    );
    expect(unused).toEqual([]);
  });

  it('are not written into pages', () => {
    const written = files
      // The page of all parts is for developers.
      .filter((file) => file.path.endsWith('.tsx') && !file.path.endsWith('screens/parts.tsx'))
      .flatMap((file) =>
        [
          ...file.text.matchAll(/<\w[^<>]*(?<!=)>([^<>{}]*\p{L}[^<>{}]*)<\//gu),
          ...file.text.matchAll(/\b(?:aria-label|title|placeholder|alt)="([^"]*\p{L}[^"]*)"/gu),
        ].map(([, words]) => `${file.path}: ${words?.trim()}`),
      );
    expect(written).toEqual([]);
  });
});
