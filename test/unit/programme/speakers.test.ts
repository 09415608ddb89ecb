import { speakerWarnings } from '../../../src/domain/programme/speaker-warnings.ts';
import {
  editedFieldsOf,
  mergeChanges,
  type Speaker,
  speakerView,
} from '../../../src/domain/programme/speakers.ts';

const speaker: Speaker = {
  id: 1,
  slug: 'ada',
  name: 'Ada',
  title: null,
  company: null,
  bio: null,
  photo_url: null,
  is_featured: false,
  socials: {},
  user_id: null,
  status: 'published',
  version: 1,
  created_at: '2030-01-01T00:00:00.000Z',
  updated_at: '2030-01-01T00:00:00.000Z',
};
const whole = {
  title: 'Engineer',
  company: 'Looms',
  bio: 'Cloth',
  photo_url: 'https://a.example/1.png',
  user_id: 5,
};

it.each<[string, Partial<Speaker>, Partial<Speaker>, object]>([
  ['what the kept one lacks', {}, { ...whole, name: 'Ada L.', is_featured: true }, whole],
  ['nothing that the kept one has', whole, { ...whole, title: 'Countess', user_id: 6 }, {}],
  ['nothing that both lack', {}, {}, {}],
  [
    'only the missing fields',
    { ...whole, bio: null },
    { ...whole, title: 'Countess' },
    { bio: 'Cloth' },
  ],
  ['the publication', { status: 'draft' }, {}, { status: 'published' }],
  ['no draft', {}, { status: 'draft' }, {}],
  ['no status of two drafts', { status: 'draft' }, { status: 'draft' }, {}],
])('a speaker takes over %s from a duplicate', (_what, kept, old, expected) => {
  expect(mergeChanges({ ...speaker, ...kept }, { ...speaker, id: 2, ...old })).toEqual(expected);
});

it('imports keep the fields that they set and an administrator edited', () => {
  expect(editedFieldsOf({ bio: null, slug: 'ada', name: 'Ada' })).toEqual(['name', 'bio']);
});

it('a speaker is shown with links', () => {
  const { socials: _, ...rest } = speaker;
  expect(speakerView({ ...speaker, socials: { github: 'ada' } })).toEqual({
    ...rest,
    socials: { github: { handle: 'ada', url: 'https://github.com/ada' } },
  });
});

describe('speakerWarnings', () => {
  const found = { sharedKeys: new Map(), conflicts: [], names: [] };
  const named = { id: 7, before: 'Ada', after: 'Ada', given: 'Ada', slug: 'ada' };

  it.each<[string, Partial<Parameters<typeof speakerWarnings>[0]>, object[]]>([
    ['nothing', {}, []],
    [
      'a key of several names',
      { sharedKeys: new Map([['pretalx.example\nid:6', ['Ada', 'Mary']]]) },
      [{ code: 'key_names', params: { key: 'id:6', names: '“Ada”, “Mary”' } }],
    ],
    [
      'more than five names',
      { sharedKeys: new Map([['s\nid:6', ['A', 'B', 'C', 'D', 'E', 'F', 'G']]]) },
      [{ params: { names: '“A”, “B”, “C”, “D”, “E” and 2 more' } }],
    ],
    [
      'keys of several speakers',
      { conflicts: [{ name: 'Ada', ids: [3, 4, 5] }] },
      [
        {
          code: 'keys_of_several',
          params: { name: 'Ada', ids: [3, 4, 5] },
          message: expect.stringContaining('3 is taken, not 4, 5;'),
        },
      ],
    ],
    ['a speaker with the name of the import', { names: [named] }, []],
    [
      'a new name',
      { names: [{ ...named, after: 'Ada L.' }] },
      [{ code: 'speaker_renamed', params: { before: 'Ada', after: 'Ada L.' } }],
    ],
    [
      'a name that an administrator edited',
      { names: [{ ...named, given: 'Mary' }] },
      [{ code: 'speaker_name_kept', params: { after: 'Ada', given: 'Mary' } }],
    ],
    ['a name in another spelling', { names: [{ ...named, given: ' ÁDA ' }] }, []],
  ])('of %s are %j', (_what, given, expected) => {
    const warnings = speakerWarnings({ ...found, ...given });
    expect(warnings).toMatchObject(expected);
    expect(warnings).toHaveLength(expected.length);
  });
});
