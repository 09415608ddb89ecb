import de from '../../../src/console/texts/errors/de.json' with { type: 'json' };
import en from '../../../src/console/texts/errors/en.json' with { type: 'json' };
import { REASONS } from '../../../src/domain/reasons.ts';
import { RESOURCE_NOUNS, wordOfResource } from '../../../src/domain/resource-nouns.ts';
import { ERROR_STATUS } from '../../../src/errors.ts';

const LANGUAGES = { de, en } as Readonly<Record<string, Readonly<Record<string, string>>>>;

describe.each(Object.entries(LANGUAGES))(
  'the refusals of the console in %s',
  (_language, texts) => {
    const codesOf = (group: string) =>
      Object.keys(texts).flatMap((key) =>
        key.startsWith(`${group}.`) ? [key.slice(group.length + 1)] : [],
      );

    it('have a sentence for each code of the service, and none for another', () => {
      expect(codesOf('error').toSorted()).toEqual(Object.keys(ERROR_STATUS).toSorted());
      const own = ['at', 'item'];
      const reasons = codesOf('reason').filter((code) => !own.includes(code));
      expect(reasons.toSorted()).toEqual(Object.keys(REASONS).toSorted());
    });

    it('name each thing that can be gone, and no other', () => {
      expect(codesOf('gone').toSorted()).toEqual(RESOURCE_NOUNS.map(wordOfResource).toSorted());
    });

    it.each(Object.entries(REASONS))('say of %s only what the service names', (code, params) => {
      const named = [...(texts[`reason.${code}`] ?? '').matchAll(/\{(\w+)\}/g)].map(
        ([, name]) => name,
      );
      expect(named.filter((name) => !(params as readonly string[]).includes(name ?? ''))).toEqual(
        [],
      );
    });

    it('have the same texts in both languages', () => {
      expect(Object.keys(texts)).toEqual(Object.keys(en));
    });
  },
);
