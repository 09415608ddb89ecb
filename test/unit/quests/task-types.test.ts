import { SIGNED_TYPES, UNSIGNED_TYPES } from '../../../src/domain/quests/quest-calls.ts';
import type { SentProof } from '../../../src/domain/quests/submissions.ts';
import { foldedCode } from '../../../src/domain/quests/task-types/answered.ts';
import type { TaskType } from '../../../src/domain/quests/task-types/task-type.ts';
import {
  AUTOMATIC_TYPES,
  type GivenConfig,
  placesOf,
  ruleOf,
  settingsOf,
  type TaskKind,
  verify,
} from '../../../src/domain/quests/task-types/task-types.ts';
import { AppError } from '../../../src/errors.ts';

const NOTHING = { answer: null, fulfilled_at: null };
const OPTIONS = ['a', 'b', 'c'].map((id) => ({ id, label: id }));
const CONFIGS: Readonly<Record<TaskType, object>> = {
  link: { url: 'https://looms.example' },
  text: { min_length: 2, max_length: 4 },
  photo: {},
  code: {},
  quiz: { options: OPTIONS, multiple: false, max_tries: 3 },
  poll: { options: OPTIONS, results: 'always' },
  connections: { count: 3, when: 'accepted' },
  event_attendance: { event_id: 7, when: 'registered' },
  conference_registration: { conference_id: 4, when: 'registered' },
  profile: { fields: ['bio'] },
  external: {},
};
const kindOf = (type: TaskType, config: object = {}) =>
  ({ type, config: { ...CONFIGS[type], ...config } }) as TaskKind;

/** The reason of a refusal, or its code where that says it all. */
function refusalOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [first] = error.errors;
    return first ? [first.field, first.code, first.params] : error.code;
  }
}

const proof = { text: null, media_id: null, option_ids: null };
const approved = (fields: object = {}) => ({ status: 'approved', proof: { ...proof, ...fields } });
const pending = (fields: object) => ({ status: 'pending', proof: { ...proof, ...fields } });

describe('a task is completed', () => {
  it.each<[TaskType, object, SentProof, unknown]>([
    ['link', {}, {}, approved()],
    ['link', {}, { text: 'x' }, ['text', 'not_allowed', {}]],
    ['photo', {}, { media_id: 5 }, pending({ media_id: 5 })],
    ['photo', {}, {}, ['media_id', 'required', {}]],
    ['photo', {}, { media_id: 5, answer: 'x' }, ['answer', 'not_allowed', {}]],
    ['text', {}, { text: 'ab' }, pending({ text: 'ab' })],
    ['text', {}, { text: 'abcd' }, pending({ text: 'abcd' })],
    ['text', {}, { text: 'a' }, ['text', 'length', { min: 2, max: 4 }]],
    ['text', {}, { text: 'abcde' }, ['text', 'length', { min: 2, max: 4 }]],
    ['external', {}, {}, 'TASK_NOT_FULFILLED'],
    ['poll', {}, { option_ids: ['b'] }, approved({ option_ids: ['b'] })],
    ['poll', {}, { option_ids: ['b', 'b'] }, approved({ option_ids: ['b'] })],
    ['poll', {}, { option_ids: ['b', 'a'] }, ['option_ids', 'too_many', { max: 1 }]],
    ['poll', {}, { option_ids: ['b', 'x'] }, ['option_ids', 'not_found', {}]],
    ['poll', {}, { option_ids: [] }, ['option_ids', 'too_few', { min: 1 }]],
    ['poll', {}, { media_id: 5 }, ['media_id', 'not_allowed', {}]],
    ['quiz', { multiple: true }, { option_ids: [] }, ['option_ids', 'too_few', { min: 1 }]],
  ])('of the type %s with %j by %j: %j', (type, config, sent, outcome) => {
    expect(refusalOf(() => verify(kindOf(type, config), sent, NOTHING))).toEqual(outcome);
  });

  it.each([
    [['a'], 'a', false, approved({ option_ids: ['a'] })],
    [['b'], 'a', false, 'WRONG_ANSWER'],
    [['c', 'a'], 'ac', true, approved({ option_ids: ['a', 'c'] })],
    [['a'], 'ac', true, 'WRONG_ANSWER'],
    [['a', 'b', 'c'], 'ac', true, 'WRONG_ANSWER'],
    [['a', 'b'], 'ac', true, 'WRONG_ANSWER'],
    [['a'], undefined, true, 'WRONG_ANSWER'],
  ])(
    'by the options %j, of which %p are right, multiple: %p, is %j',
    (option_ids, right, multiple, outcome) => {
      const answer =
        right === undefined ? null : { current: JSON.stringify([...right]), old: null };
      const kind = kindOf('quiz', { multiple });
      expect(refusalOf(() => verify(kind, { option_ids }, { ...NOTHING, answer }))).toEqual(
        outcome,
      );
    },
  );

  it.each([
    ['AB-12', 'AB-12', null, approved()],
    [' ab1 2', 'AB-12', null, approved()],
    ['AB-13', 'AB-12', null, 'WRONG_ANSWER'],
    ['OLD-1', 'AB-12', 'OLD-1', approved()],
    ['AB-12', 'AB-12', 'OLD-1', approved()],
    ['OLD-2', 'AB-12', 'OLD-1', 'WRONG_ANSWER'],
  ])('by the code %j where %s, and %p before, is right: %j', (given, current, old, outcome) => {
    const known = { ...NOTHING, answer: { current, old } };
    expect(refusalOf(() => verify(kindOf('code'), { answer: given }, known))).toEqual(outcome);
  });

  it('by no code where it has none', () => {
    expect(refusalOf(() => verify(kindOf('code'), { answer: 'A' }, NOTHING))).toBe('WRONG_ANSWER');
    expect(foldedCode(' ab-1\t2 ')).toBe('AB-12');
  });

  it.each(AUTOMATIC_TYPES)('of the type %s once its fact holds', (type) => {
    const holds = { ...NOTHING, fulfilled_at: '2030-05-01T09:00:00.000Z' };
    expect(verify(kindOf(type), {}, holds)).toEqual(approved());
    expect(refusalOf(() => verify(kindOf(type), {}, NOTHING))).toBe('TASK_NOT_FULFILLED');
    expect(refusalOf(() => verify(kindOf(type), { text: 'x' }, holds))).toEqual([
      'text',
      'not_allowed',
      {},
    ]);
  });
});

describe('the settings of a task', () => {
  const quest = { conference_id: 4 };
  const settings = (type: TaskType, given: GivenConfig, before?: TaskKind) =>
    refusalOf(() => settingsOf(type, given, { quest, ...(before && { before }) }));

  it.each<[TaskType, GivenConfig, object]>([
    ['external', {}, {}],
    ['link', { url: 'https://looms.example' }, { url: 'https://looms.example' }],
    ['photo', { url: 'https://looms.example' }, {}],
    ['text', {}, { min_length: 1, max_length: 4_000 }],
    ['text', { min_length: 4, max_length: 4 }, { min_length: 4, max_length: 4 }],
    ['text', { min_length: undefined }, { min_length: 1, max_length: 4_000 }],
    ['quiz', { options: OPTIONS }, { options: OPTIONS, multiple: false, max_tries: 3 }],
    ['poll', { options: OPTIONS }, { options: OPTIONS, results: 'always' }],
    ['connections', { count: 3 }, { count: 3, when: 'accepted' }],
    ['connections', { count: 3, when: 'met' }, { count: 3, when: 'met' }],
    ['event_attendance', { event_id: 7, when: 'checked_in' }, { event_id: 7, when: 'checked_in' }],
    ['event_attendance', { event_id: 7 }, { event_id: 7, when: 'registered' }],
    ['conference_registration', {}, { conference_id: 4, when: 'registered' }],
    ['profile', { fields: ['bio'] }, { fields: ['bio'] }],
  ])('of the type %s from %j are %j', (type, given, config) => {
    expect(settings(type, given)).toEqual({ kind: { type, config }, answer: undefined });
  });

  it.each<[TaskType, GivenConfig, unknown[]]>([
    ['link', {}, ['config.url', 'required', {}]],
    [
      'text',
      { min_length: 5, max_length: 4 },
      ['config.min_length', 'at_most', { field: 'config.max_length' }],
    ],
    ['quiz', {}, ['config.options', 'required', {}]],
    [
      'quiz',
      { options: [...OPTIONS, { id: 'a', label: 'x' }] },
      ['config.options', 'repeated', {}],
    ],
    [
      'quiz',
      { options: OPTIONS, correct_option_ids: ['a', 'x'] },
      ['config.correct_option_ids', 'not_found', {}],
    ],
    [
      'quiz',
      { options: OPTIONS, correct_option_ids: ['a', 'b'] },
      ['config.correct_option_ids', 'too_many', { max: 1 }],
    ],
    ['poll', {}, ['config.options', 'required', {}]],
    [
      'poll',
      { options: [...OPTIONS, { id: 'a', label: 'x' }] },
      ['config.options', 'repeated', {}],
    ],
    ['connections', {}, ['config.count', 'required', {}]],
    [
      'connections',
      { count: 3, when: 'checked_in' },
      ['config.when', 'one_of', { values: ['accepted', 'met'] }],
    ],
    ['event_attendance', {}, ['config.event_id', 'required', {}]],
    [
      'event_attendance',
      { event_id: 7, when: 'met' },
      ['config.when', 'one_of', { values: ['registered', 'checked_in'] }],
    ],
    [
      'conference_registration',
      { when: 'met' },
      ['config.when', 'one_of', { values: ['registered', 'checked_in'] }],
    ],
    ['profile', {}, ['config.fields', 'required', {}]],
  ])('of the type %s are refused from %j: %j', (type, given, refusal) => {
    expect(settings(type, given)).toEqual(refusal);
  });

  it.each<[TaskType, GivenConfig, string | undefined]>([
    ['code', { code: 'AB-12' }, 'AB-12'],
    ['code', {}, undefined],
    ['quiz', { options: OPTIONS, correct_option_ids: ['a'] }, '["a"]'],
    [
      'quiz',
      { options: OPTIONS, multiple: true, correct_option_ids: ['c', 'a', 'c'] },
      '["a","c"]',
    ],
    ['text', { code: 'AB-12' }, undefined],
  ])('of the type %s from %j have the answer %p', (type, given, answer) => {
    expect(settings(type, given)).toMatchObject({ answer });
  });

  it('keep what the task has, unless it changes its type', () => {
    const before = kindOf('text', { min_length: 3 });
    const config = { min_length: 3, max_length: 9 };
    expect(settings('text', { max_length: 9 }, before)).toMatchObject({ kind: { config } });
    expect(settings('link', {}, before)).toEqual(['config.url', 'required', {}]);
    const noConference = { before: kindOf('photo'), quest: { conference_id: null } };
    expect(refusalOf(() => settingsOf('conference_registration', {}, noConference))).toEqual([
      'config.conference_id',
      'required',
      {},
    ]);
  });

  it('name an event and a conference, or none', () => {
    expect(placesOf({ event_id: 7, conference_id: 4 })).toEqual({ event: 7, conference: 4 });
    expect(placesOf({})).toEqual({ event: undefined, conference: undefined });
    expect(placesOf()).toEqual({ event: undefined, conference: undefined });
  });
});

it.each([
  ['link', 'at_once', 'signed'],
  ['text', 'review', 'none'],
  ['photo', 'review', 'none'],
  ['code', 'at_once', 'unsigned'],
  ['quiz', 'at_once', 'none'],
  ['poll', 'at_once', 'none'],
  ['connections', 'automatic', 'none'],
  ['event_attendance', 'automatic', 'none'],
  ['conference_registration', 'automatic', 'none'],
  ['profile', 'automatic', 'none'],
  ['external', 'partner', 'unsigned'],
] as const)(
  'a task of the type %s is approved %s, and completed by calls: %s',
  (type, by, calls) => {
    expect(ruleOf(type)).toMatchObject({ verification: by, calls });
    expect(UNSIGNED_TYPES.includes(type)).toBe(calls === 'unsigned');
    expect(SIGNED_TYPES.includes(type)).toBe(calls !== 'none');
  },
);
