import {
  type EnrichmentInput,
  hasText,
  resultOfCall,
  syncedFields,
} from '../../../src/domain/networking/enrichments.ts';
import { contentOf, hasAddress } from '../../../src/integrations/enrichment/content.ts';
import { localContent } from '../../../src/integrations/enrichment/local-provider.ts';

const EMPTY: EnrichmentInput = {
  headline: null,
  company: null,
  job_title: null,
  bio: null,
  interests: [],
  looking_for: null,
  offering: null,
};
const CONTENT = { headline: null, summary: null, tags: ['c++'], interests: ['C++'] };
const local = (given: Partial<EnrichmentInput>) => localContent({ ...EMPTY, ...given });

describe('the local provider', () => {
  it('gives equal profiles equal results', () => {
    const given = { bio: 'Rust, TypeScript and Rust again', offering: 'Rust reviews' };

    expect(local(given)).toEqual(local({ ...given }));
    expect(local(given).tags[0]).toBe('rust');
  });

  it.each([
    [
      'keeps words with signs',
      { bio: 'C++, C# and Node.js; F#. open-source' },
      ['c++', 'c#', 'node.js', 'f#', 'open-source'],
    ],
    [
      'leaves out stop words of several languages',
      { bio: 'Ich suche und the und los Kompilatoren' },
      ['kompilatoren'],
    ],
    [
      'takes interests as a whole, before single words',
      { bio: 'sailing', interests: ['Machine Learning'] },
      ['machine learning', 'sailing'],
    ],
    ['cuts scripts without spaces into words', { bio: '数据库' }, ['数据']],
    [
      'leaves out addresses and markup',
      { bio: 'see https://ada.example ada@ada.example www.ada.example <b> sailing' },
      ['sailing'],
    ],
  ])('%s', (_what, given, tags) => {
    expect(local(given).tags).toEqual(expect.arrayContaining(tags));
    expect(local(given).tags.join(' ')).not.toMatch(/ada|<|\bund\b|\bthe\b/);
  });

  it.each([
    [{ headline: 'Keeps databases awake', job_title: 'Engineer' }, 'Keeps databases awake'],
    [{ job_title: 'Engineer', company: 'Tideline' }, 'Engineer at Tideline'],
    [{ company: 'Tideline' }, 'Tideline'],
    [{ bio: 'Sailing' }, null],
    [{ headline: `${'long '.repeat(40)}` }, `${'long '.repeat(22)}long…`],
  ])('composes a headline of %j', (given, headline) => {
    expect(local(given).headline).toBe(headline);
  });

  it('keeps the shape for any text', () => {
    const texts = [
      '<script>',
      '\u202eabc',
      'a\u0000b',
      '\ud800',
      '…'.repeat(2_000),
      '😀'.repeat(250),
      'x'.repeat(2_000),
      '&lt;b&gt;',
      'é'.repeat(40),
      'a'.concat('\u0301'.repeat(30)),
    ];
    for (const text of texts) {
      const content = local({
        ...EMPTY,
        headline: text,
        bio: text,
        job_title: text,
        interests: [text.slice(0, 50)],
      });
      expect([text, contentOf(content)]).toEqual([text, content]);
    }
  });
});

describe('an address', () => {
  it.each([
    'https://a.example',
    'mailto:a@b.example',
    'www.example',
    '@handle',
    'see t.me/ada',
    'evil.example',
    '10.0.0.1',
  ])('is found in %j', (text) => {
    expect(hasAddress(text)).toBe(true);
  });

  it.each([
    'Node.js and ASP.NET',
    '.NET',
    'version 2.5',
    'e.g. this',
    'a Ph.D. in physics',
    'AT&T',
    'C# / F#',
    '24/7',
  ])('is not found in %j', (text) => {
    expect(hasAddress(text)).toBe(false);
  });
});

describe('the shape of an answer', () => {
  it('drops repetitions, and writes tags in lower case', () => {
    expect(
      contentOf({ ...CONTENT, tags: ['Rust', 'rust', 'go'], interests: ['Go', 'go'] }),
    ).toEqual({
      ...CONTENT,
      tags: ['rust', 'go'],
      interests: ['Go'],
    });
  });

  it.each([
    [null],
    [undefined],
    ['text'],
    [[]],
    [{}],
    [{ ...CONTENT, __proto__: null, extra: 1 }],
    [{ ...CONTENT, tags: 'c++' }],
  ])('is not %j', (given) => {
    expect(contentOf(given)).toBeUndefined();
  });
});

describe('a call', () => {
  const first = { attempts: 1, invalid_answers: 0 };

  it.each([
    [
      'enriched',
      { kind: 'enriched', content: CONTENT } as const,
      first,
      { status: 'ready', error: null },
    ],
    [
      'a first invalid answer',
      { kind: 'invalid' } as const,
      first,
      { status: 'queued', is_invalid: true, delay_ms: 0 },
    ],
    [
      'a second invalid answer',
      { kind: 'invalid' } as const,
      { attempts: 4, invalid_answers: 1 },
      { status: 'failed', error: 'invalid_answer' },
    ],
    [
      'a first failure',
      { kind: 'unavailable' } as const,
      first,
      { status: 'queued', delay_ms: 10, is_counted: true, is_invalid: false },
    ],
    [
      'a third failure',
      { kind: 'unavailable' } as const,
      { attempts: 3, invalid_answers: 0 },
      { status: 'queued', delay_ms: 40 },
    ],
    [
      'a fifth failure',
      { kind: 'unavailable' } as const,
      { attempts: 5, invalid_answers: 0 },
      { status: 'failed', error: 'unavailable' },
    ],
    [
      'a limit of the provider',
      { kind: 'slow_down', retryAfterSeconds: 99_999 } as const,
      first,
      { status: 'queued', is_counted: false, pause_ms: 3_600_000 },
    ],
    [
      'a refused key',
      { kind: 'misconfigured', status: 401 } as const,
      first,
      { status: 'queued', is_counted: false, pause_ms: 60_000 },
    ],
    [
      'a stop',
      { kind: 'aborted' } as const,
      first,
      { status: 'queued', is_counted: false, pause_ms: 0 },
    ],
  ])('%s', (_what, outcome, tries, expected) => {
    expect(resultOfCall(outcome, tries, 10)).toMatchObject(expected);
  });
});

it.each([
  [
    'empty fields are filled',
    { headline: null, interests: [], edited_fields: [] },
    { headline: 'H', interests: ['i'] },
  ],
  [
    'emptied fields stay empty',
    { headline: null, interests: [], edited_fields: ['headline', 'interests'] },
    {},
  ],
  ['written fields stay', { headline: 'Mine', interests: ['own'], edited_fields: [] }, {}],
])('in a sync, %s', (_what, profile, expected) => {
  expect(syncedFields(profile, { headline: 'H', interests: ['i'] })).toEqual(expected);
});

it('a sync of nothing changes nothing', () => {
  const empty = { headline: null, interests: [], edited_fields: [] };
  expect(syncedFields(empty, { headline: null, interests: [] })).toEqual({});
});

it.each([
  [{}, false],
  [{ bio: '' }, false],
  [{ bio: 'Notes' }, true],
  [{ interests: ['tea'] }, true],
])('a profile with %j has a text: %p', (fields, has) => {
  expect(hasText({ ...EMPTY, ...fields })).toBe(has);
});
