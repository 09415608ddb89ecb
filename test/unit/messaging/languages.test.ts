import { languageOf, languageOfTags } from '../../../src/domain/messaging/languages.ts';

describe('the language of a reader', () => {
  it.each([
    ['de', ['en', 'de'], 'de'],
    ['DE-at', ['en', 'de'], 'de'],
    ['zh-Hant-CN', ['zh', 'zh-hant'], 'zh-hant'],
    ['zh-Hant-CN-x-private1', ['zh', 'zh-Hant'], 'zh-Hant'],
    ['de-x-own', ['de-x', 'de'], 'de'],
    ['x-x-TW', ['x'], undefined],
    ['deu', ['de'], undefined],
    ['pt', ['pt-BR'], undefined],
    ['', ['en'], undefined],
    [null, ['en'], undefined],
  ])('%s among %j is %s', (tag, available, expected) => {
    expect(languageOfTags(tag, available)).toBe(expected);
  });

  it.each([
    [{ language: null, language_code: 'uk' }, 'en'],
    [{ language: 'en-GB', language_code: 'de' }, 'en'],
    [{ language_code: 'de' }, 'de'],
    [{ language_code: null }, 'en'],
  ])('%j reads %s', (reader, expected) => {
    expect(languageOf(reader)).toBe(expected);
  });
});
