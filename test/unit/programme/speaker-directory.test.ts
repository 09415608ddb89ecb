import {
  hasLastingKey,
  isSameByName,
  type KeyedSpeaker,
  type KnownSpeaker,
  keyedSpeaker,
  lookedUp,
  NamesOfKeys,
  speakerKeyText,
} from '../../../src/domain/programme/imported-speakers.ts';
import { SpeakerDirectory } from '../../../src/domain/programme/speaker-directory.ts';

const SOURCE = 'pretalx.example';

/** A speaker of the import, with keys as the file has them. */
const given = (name: string, ...keys: string[]): KeyedSpeaker => ({
  name,
  source: SOURCE,
  given: keys,
  keys,
});
const known = (id: number, name: string, keys: string[] = [], in_lineup = true): KnownSpeaker => ({
  id,
  name,
  in_lineup,
  keys: keys.map((person_key) => ({ source: SOURCE, person_key })),
});

describe('keyedSpeaker', () => {
  const sheet = { source: 'conference:4', given: ['name:ada'], keys: ['name:ada'] };
  const from = { name: 'Ada', source: SOURCE };

  it.each<[string, Parameters<typeof keyedSpeaker>[0], object]>([
    ['of a sheet is known by name', { name: 'Ada' }, sheet],
    ['without keys is known by name', from, sheet],
    ['without a source is known by name', { name: 'Ada', person_key: 'id:6' }, sheet],
    [
      'has its key',
      { ...from, person_key: 'id:6' },
      { source: SOURCE, given: ['id:6'], keys: ['id:6'] },
    ],
    [
      'has each of its keys once',
      { ...from, person_key: 'id:6', person_keys: ['guid:a', 'id:6'] },
      { source: SOURCE, given: ['id:6', 'guid:a'], keys: ['id:6', 'guid:a'] },
    ],
    [
      'has further keys alone',
      { ...from, person_keys: ['guid:a'] },
      { given: ['guid:a'], keys: ['guid:a'] },
    ],
    [
      'has not the key of several names',
      { ...from, person_key: 'id:1', person_keys: ['guid:a'] },
      { given: ['id:1', 'guid:a'], keys: ['guid:a'] },
    ],
    [
      'has the key of several names with its own',
      { ...from, person_key: 'id:1' },
      { given: ['id:1'], keys: ['name:ada id:1'] },
    ],
    [
      'of another source has its key',
      { ...from, source: 'other', person_key: 'id:1' },
      { keys: ['id:1'] },
    ],
  ])('a speaker %s', (_what, speaker, expected) => {
    const shared = new Map([
      [speakerKeyText({ source: SOURCE, person_key: 'id:1' }), ['Ada', 'Mary']],
    ]);
    const keyed = keyedSpeaker(speaker, 4, shared);
    expect(keyed).toMatchObject({ name: 'Ada', ...expected });
    expect(keyed).not.toHaveProperty('person_key');
  });

  it('a speaker has at most ten keys, of at most 300 characters', () => {
    const person_keys = Array.from({ length: 11 }, (_, n) => `id:${n}`);
    expect(keyedSpeaker({ ...from, person_keys }, 4).given).toEqual(person_keys.slice(0, 10));
    const shared = new Map([[speakerKeyText({ source: SOURCE, person_key: 'id:1' }), []]]);
    const [key] = keyedSpeaker(
      { ...from, name: 'a'.repeat(400), person_key: 'id:1' },
      4,
      shared,
    ).keys;
    expect(key).toHaveLength(300);
  });
});

it('a stored speaker may be known by a key, by each given one, and by name with it', () => {
  const speaker = { ...given('Ada', 'id:6'), keys: ['name:ada id:6'] };
  expect(lookedUp(speaker).map(({ source, person_key }) => [source, person_key])).toEqual([
    [SOURCE, 'name:ada id:6'],
    [SOURCE, 'id:6'],
  ]);
  expect(lookedUp(given('Ada', 'id:6'))).toHaveLength(2);
});

it('a key is shared by names that differ in more than case, accents and spaces', () => {
  const names = new NamesOfKeys();
  for (const name of ['Ada', ' ÁDA', 'Mary', 'Ada']) names.add('id:1', name);
  for (const name of ['Ada', 'ada']) names.add('id:2', name);
  expect([...names.shared()]).toEqual([['id:1', ['Ada', 'Mary']]]);
});

it.each([
  ['Ada', ['name:ada'], 'ada', true],
  ['Ada', ['name:ada'], 'Mary', false],
  ['Ada', ['id:6'], 'Ada', false],
  ['Ada', ['name:ada', 'guid:a'], 'Ada', false],
])('%s with %p is the same by name as %s: %p', (name, keys, other, isSame) => {
  const speaker = given(name, ...keys);
  expect(isSameByName(given(other), speaker)).toBe(isSame);
  expect(hasLastingKey(speaker)).toBe(keys.some((key) => !key.startsWith('name:')));
});

describe('SpeakerDirectory', () => {
  it.each<[string, KnownSpeaker[], KeyedSpeaker, number | undefined]>([
    ['by key, with another name', [known(1, 'Ada', ['id:6'])], given('Ada L.', 'id:6'), 1],
    ['by key, outside of the lineup', [known(1, 'Ada', ['id:6'], false)], given('Ada', 'id:6'), 1],
    ['by name in the lineup', [known(1, 'Ada')], given('áda', 'name:ada'), 1],
    [
      'not by name outside of the lineup',
      [known(1, 'Ada', [], false)],
      given('Ada', 'name:ada'),
      undefined,
    ],
    ['not by another name', [known(1, 'Ada')], given('Mary', 'name:mary'), undefined],
    ['by name with a key that nobody has', [known(1, 'Ada')], given('Ada', 'id:6'), 1],
    [
      'not by name with another key of its kind',
      [known(1, 'Ada', ['id:5']), known(2, 'Mary', ['id:7'])],
      given('Ada', 'id:6'),
      undefined,
    ],
    ['by name with a key of another kind', [known(1, 'Ada', ['guid:a'])], given('Ada', 'id:6'), 1],
    [
      'by the name of the first who can have its key',
      [known(1, 'Ada', ['id:5']), known(2, 'Ada')],
      given('Ada', 'id:6'),
      2,
    ],
    [
      'by the same name before the most trusted key',
      [known(1, 'Mary', ['code:x']), known(2, 'Ada', ['guid:a'])],
      given('Ada', 'guid:a', 'code:x'),
      2,
    ],
    [
      'by a code before a guid',
      [known(1, 'Mary', ['guid:a']), known(2, 'Jane', ['code:x'])],
      given('Ada', 'guid:a', 'code:x'),
      2,
    ],
    [
      'by a code before an id',
      [known(1, 'Mary', ['id:6']), known(2, 'Jane', ['code:x'])],
      given('Ada', 'id:6', 'code:x'),
      2,
    ],
    [
      'by an id before a guid',
      [known(1, 'Mary', ['guid:a']), known(2, 'Jane', ['id:6'])],
      given('Ada', 'guid:a', 'id:6'),
      2,
    ],
    [
      'not by a key that several names had',
      [known(1, 'Mary', ['id:6', 'name:mary id:6'])],
      given('Ada', 'id:6'),
      undefined,
    ],
    [
      'by a key that several names had, with the name',
      [known(1, 'Mary', ['id:6', 'name:mary id:6'])],
      given('Mary', 'id:6'),
      1,
    ],
    [
      'not by a key that counts only with the name',
      [known(1, 'Mary', ['id:6'])],
      { ...given('Ada', 'id:6'), keys: ['name:ada id:6'] },
      undefined,
    ],
    [
      'by a key that counts only with the name, of that name',
      [known(1, 'Ada', ['id:6'])],
      { ...given('Ada', 'id:6'), keys: ['name:ada id:6'] },
      1,
    ],
    [
      'by the key with the name',
      [known(1, 'Jane', ['name:ada id:6'])],
      { ...given('Ada', 'id:6'), keys: ['name:ada id:6'] },
      1,
    ],
    [
      'by a key that several names had, with its own name',
      [known(1, 'Mary', ['id:6', 'name:jane id:6'])],
      given('Mary', 'id:6'),
      1,
    ],
    [
      'by a key that several names had in another source',
      [
        {
          ...known(1, 'Mary'),
          keys: [
            { source: SOURCE, person_key: 'id:6' },
            { source: 'other', person_key: 'name:mary id:6' },
          ],
        },
      ],
      given('Ada', 'id:6'),
      1,
    ],
    [
      'by name beside a key of a name',
      [known(1, 'Ada', ['name:ada id:5'])],
      given('Ada', 'name:ada'),
      1,
    ],
    [
      'by a key after its source gave it to several',
      [known(1, 'Jane', ['name:ada id:6'])],
      given('Ada', 'id:6'),
      1,
    ],
  ])('finds a speaker %s', (_what, stored, speaker, id) => {
    expect(new SpeakerDirectory(stored, [speaker]).find(speaker)).toBe(id);
  });

  it.each([
    ['all of its speakers, with another kind of key', ['id:8', 'name:x'], ['id:9', 'guid:b'], 1],
    ['all of its speakers, without another kind', ['id:8'], ['id:9'], undefined],
    ['only this one', ['id:7'], ['id:9', 'guid:b'], undefined],
  ])('a source that numbers %s again', (_what, others, keys, id) => {
    const stored = [known(1, 'Ada', ['id:6']), known(2, 'Mary', ['id:7'])];
    const ada = given('Ada', ...keys);
    const directory = new SpeakerDirectory(stored, [ada, given('Mary', ...others)]);
    expect(directory.find(ada)).toBe(id);
  });

  it('a source that numbers one of two kinds again gives no name its person', () => {
    const stored = [known(1, 'Ada', ['id:6', 'code:x']), known(2, 'Mary', ['id:7', 'code:y'])];
    const ada = given('Ada', 'id:9', 'code:z', 'guid:b');
    const directory = new SpeakerDirectory(stored, [ada, given('Mary', 'id:8', 'code:y')]);
    expect(directory.find(ada)).toBeUndefined();
  });

  it('a speaker known by key has the name of the import for the others', () => {
    const [ada, mary] = [given('Mary', 'id:6'), given('Mary', 'name:mary')];
    const directory = new SpeakerDirectory([known(1, 'Ada', ['id:6'])], [ada, mary]);
    expect([directory.find(ada), directory.find(mary)]).toEqual([1, 1]);
    expect(directory.find(given('Ada', 'name:ada'))).toBeUndefined();
    expect([directory.nameOf(1), directory.nameOf(2)]).toEqual(['Ada', '']);
  });

  it('a speaker whose keys lead to several is a conflict, once', () => {
    const ada = given('Ada', 'id:6', 'guid:a');
    const directory = new SpeakerDirectory(
      [known(1, 'Jane', ['guid:a']), known(2, 'Mary', ['id:6'])],
      [ada],
    );
    expect([directory.find(ada), directory.find(ada)]).toEqual([2, 2]);
    expect(directory.conflicts).toEqual([{ name: 'Ada', ids: [2, 1] }]);
    expect(directory.find(given('Jane', 'guid:a'))).toBe(1);
    expect(directory.conflicts).toHaveLength(1);
  });

  it('a found or added speaker gets the keys that nobody has', () => {
    const ada = given('Ada', 'id:6', 'guid:a');
    const mary = given('Mary', 'id:7', 'guid:a');
    const directory = new SpeakerDirectory([known(1, 'Ada', ['id:6'])], [ada, mary]);
    directory.find(ada);
    directory.add(2, mary);
    const key = { source: SOURCE, speaker_id: 1, person_key: 'guid:a' };
    expect(directory.takeNewKeys()).toEqual([key, { ...key, speaker_id: 2, person_key: 'id:7' }]);
    expect(directory.takeNewKeys()).toEqual([]);
    expect(directory.nameOf(2)).toBe('Mary');
    expect(directory.find(given('Jane', 'id:7'))).toBe(2);
    expect(directory.find(given('Mary', 'name:mary'))).toBe(2);
    expect(directory.find(given('Mary', 'id:70'))).toBeUndefined();
  });
});
