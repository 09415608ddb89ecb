import { mapTexts } from '../../../src/domain/messaging/languages.ts';
import {
  checkTemplates,
  parseTemplate,
  withoutVariables,
} from '../../../src/domain/messaging/templates.ts';

const variable = (name: string, fallback = '') => ({ variable: name, fallback });

describe('a template', () => {
  it.each([
    ['plain text', 'Doors open at 9.', [{ text: 'Doors open at 9.' }]],
    ['only a variable', '{{first_name}}', [variable('first_name')]],
    [
      'a variable in the middle',
      'Hello {{first_name}}!',
      [{ text: 'Hello ' }, variable('first_name'), { text: '!' }],
    ],
    [
      'two in a row',
      '{{first_name}}{{last_name}}',
      [variable('first_name'), variable('last_name')],
    ],
    ['a fallback', '{{first_name|there}}', [variable('first_name', 'there')]],
    [
      'spaces inside the braces',
      '{{ first_name | dear guest }}',
      [variable('first_name', 'dear guest')],
    ],
    ['a vertical bar in the fallback', '{{first_name|a|b}}', [variable('first_name', 'a|b')]],
    ['an empty fallback', '{{first_name|}}', [variable('first_name')]],
    ['line breaks', 'a\n{{first_name|b\nc}}', [{ text: 'a\n' }, variable('first_name', 'b\nc')]],
    ['a column of a spreadsheet', '{{Seat number}}', [variable('Seat number')]],
    ['single braces', 'a { b } c', [{ text: 'a { b } c' }]],
    ['closing braces only', 'a }} b', [{ text: 'a }} b' }]],
    ['SQL syntax', "100 % ? :name ' $1", [{ text: "100 % ? :name ' $1" }]],
  ])('accepts %s', (_what, template, parts) => {
    expect(parseTemplate('body', template)).toEqual(parts);
  });

  it.each([
    ['{{'],
    ['Hello {{first_name'],
    ['Hello {{first_name}'],
    ['{{}}'],
    ['{{ }}'],
    ['{{|there}}'],
    ['{{{first_name}}}'],
    ['{{ {{first_name}}'],
    ['{{first_name|{x}}}'],
    ['{{first_name}} {{'],
  ])('rejects double braces without a variable: %s', (template) => {
    expect(() => parseTemplate('body', template)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(/^body: /),
      }),
    );
  });
});

describe('a title and a body', () => {
  it.each([
    [{ title: '{{points}}', body: '{{conference_name}} {{event_title}}' }, []],
    [{ title: 'Hello', body: '{{seat}}' }, ['seat']],
  ])('may use known variables: %j', (templates, columns) => {
    expect(() => checkTemplates(templates, { columns, namesQuest: false })).not.toThrow();
  });

  it.each([
    [{ title: '{{hat}}', body: '{{shoe_size}}' }, 'title: expected a known variable, got "hat"'],
    [{ title: 'Hello', body: '{{shoe_size}}' }, 'body: expected a known variable, got "shoe_size"'],
    [
      { title: 'Hello', body: '{{First_Name}}' },
      'body: expected a known variable, got "First_Name"',
    ],
    [{ title: 'Hello', body: '{{toString}}' }, 'body: expected a known variable, got "toString"'],
  ])('may not use unknown variables: %j', (templates, message) => {
    expect(() => checkTemplates(templates, { namesQuest: true })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message }),
    );
  });

  it('may use the variables of a quest only if the audience names one', () => {
    const templates = { title: '{{quest_title}}', body: '{{quest_progress}}' };
    expect(() => checkTemplates(templates, { namesQuest: true })).not.toThrow();
    expect(() => checkTemplates(templates, { namesQuest: false })).toThrow(
      'title: expected an audience with a quest_id for "quest_title"',
    );
  });
});

const translated = (title: string) => ({
  title: 'Hi',
  body: 'Ho',
  translations: { de: { title, body: 'Ho' } },
});

it.each([
  ['{{hat}}', { code: 'unknown_variable', params: { variable: 'hat' } }],
  [
    '{{points}} {{quest_title}}',
    { code: 'variable_needs_quest', params: { variable: 'quest_title' } },
  ],
  ['{{', { code: 'braces', params: {} }],
])('the translation %s is refused by its field, for a program too', (title, why) => {
  const errors = [{ field: 'translations.de.title', ...why }];
  expect(() => checkTemplates(translated(title), { namesQuest: false })).toThrow(
    expect.objectContaining({ errors }),
  );
});

it('a column may have the name of a variable of a quest', () => {
  const check = () =>
    checkTemplates(translated('{{quest_title}}'), { columns: ['quest_title'], namesQuest: false });
  expect(check).not.toThrow();
});

it('each text of a broadcast is mapped', () => {
  const texts = { title: 'Ti', body: 'Bo', translations: { de: { title: 'DeTi', body: 'DeBo' } } };
  const mapped = { title: 'ti', body: 'bo', translations: { de: { title: 'deti', body: 'debo' } } };
  expect(mapTexts(texts, (text) => text.toLowerCase())).toEqual(mapped);
  expect(mapTexts({ title: 'A', body: 'B' }, (text) => text)).toEqual({
    title: 'A',
    body: 'B',
    translations: {},
  });
});

it.each([
  [
    'Hi {{username|you}}, {{points}} for {{first_name | friend}}',
    'Hi you, {{points|}} for {{first_name|friend}}',
  ],
  ['{{username}}', ''],
  ['{{points}', undefined],
])('%s without contacts is %p', (template, expected) => {
  const left = () => withoutVariables(template, (name) => name === 'username');
  if (expected === undefined) expect(left).toThrow('body: ');
  else expect(left()).toBe(expected);
});
