import {
  formPlan,
  formVersion,
  type QuestionInput,
} from '../../../src/domain/registration/form-changes.ts';
import type { QuestionFields, StoredQuestion } from '../../../src/domain/registration/forms.ts';
import { failure } from '../../support/failures.ts';

const FIELDS: QuestionFields = {
  kind: 'choice',
  label: 'What do you eat?',
  help: null,
  options: [
    { id: 1, label: 'Everything' },
    { id: 2, label: 'No meat' },
  ],
  is_required: false,
  is_sensitive: false,
  translations: { de: { label: 'Was essen Sie?', options: ['Alles', 'Kein Fleisch'] } },
};
const ASKED: StoredQuestion = { ...FIELDS, id: 7, replaces: null, answer_count: 3 };
const LOOM: StoredQuestion = {
  ...ASKED,
  ...{ id: 8, kind: 'text', label: 'Your loom?', options: [], translations: {}, answer_count: 0 },
};
const inputOf = ({ replaces: _, answer_count: __, ...input }: StoredQuestion): QuestionInput =>
  input;
const withOption = [...FIELDS.options, { label: 'No eggs' }];
const DE = FIELDS.translations.de ?? { label: '' };

const planned = (change: Partial<QuestionInput>, asked = ASKED) =>
  formPlan([asked], [{ ...inputOf(asked), ...change }]);
const refusalOf = (given: readonly QuestionInput[]) => {
  try {
    return formPlan([ASKED, LOOM], given);
  } catch (error) {
    const { code, message } = error as Error & { code: string };
    return failure(code, message);
  }
};

describe('a question', () => {
  it.each<[string, Partial<QuestionInput>]>([
    ['nothing', {}],
    ['the help', { help: 'At noon' }],
    ['whether it is required', { is_required: true }],
    ['that it is sensitive', { is_sensitive: true }],
    ['one more option', { options: withOption, translations: {} }],
    ['another order of options', { options: FIELDS.options.toReversed(), translations: {} }],
    ['one more language', { translations: { de: DE, fr: { label: 'Que mangez-vous ?' } } }],
    ['one language less', { translations: {} }],
    ['the help in a language', { translations: { de: { ...DE, help: 'Mittags' } } }],
    [
      'another order of options in all languages',
      {
        options: FIELDS.options.toReversed(),
        translations: { de: { ...DE, options: ['Kein Fleisch', 'Alles'] } },
      },
    ],
  ])('stays the same with another: %s', (_, change) => {
    const { questions, removed } = planned(change);
    expect(removed).toEqual([]);
    expect(questions).toMatchObject([{ id: 7, replaces: null }]);
  });

  it.each<[string, Partial<QuestionInput>]>([
    ['label', { label: 'What do you drink?' }],
    ['kind', { kind: 'choices' }],
    ['kind without options', { kind: 'text', options: [], translations: {} }],
    ['label of an option', { options: [{ id: 1, label: 'All' }, withOption[1] ?? { label: '' }] }],
    ['option less', { options: FIELDS.options.slice(1), translations: {} }],
    [
      'option without its id',
      { options: [{ label: 'Everything' }, withOption[1] ?? { label: '' }] },
    ],
    ['label in a language', { translations: { de: { ...DE, label: 'Essen?' } } }],
    [
      'option in a language',
      { translations: { de: { ...DE, options: ['Alle', 'Kein Fleisch'] } } },
    ],
    ['language without its options', { translations: { de: { label: DE.label } } }],
  ])('becomes a new one with another: %s', (_, change) => {
    const { questions, removed } = planned(change);
    expect(removed).toEqual([7]);
    expect(questions).toMatchObject([{ id: null, replaces: 7 }]);
  });

  it('becomes a new one that more readers see, as its answers were given to fewer', () => {
    const secret = { ...ASKED, is_sensitive: true };
    expect(planned({ is_sensitive: false }, secret)).toMatchObject({
      questions: [{ id: null, replaces: 7 }],
      removed: [7],
    });
  });

  it('replaces the last question with answers', () => {
    const without = { ...ASKED, answer_count: 0, replaces: 4 };
    expect(planned({ label: 'Food?' }, without).questions).toMatchObject([{ replaces: 4 }]);
    expect(planned({ label: 'Food?' }, { ...without, replaces: null }).questions).toMatchObject([
      { replaces: null },
    ]);
  });

  it('gives a new option the next id, whatever its place', () => {
    const options = [{ label: 'No eggs' }, ...FIELDS.options, { label: 'No nuts' }];
    const { questions } = planned({ options, translations: {} });
    expect(questions[0]?.fields.options).toEqual([
      { id: 3, label: 'No eggs' },
      ...FIELDS.options,
      { id: 4, label: 'No nuts' },
    ]);
  });
});

describe('a list', () => {
  it('is put in its order; new questions have no id, and what is left out is removed', () => {
    const fresh: QuestionInput = { ...inputOf(LOOM), id: undefined, label: 'Tide?' };
    const { questions, removed } = formPlan([ASKED, LOOM], [fresh, inputOf(LOOM)]);
    expect(questions.map(({ id }) => id)).toEqual([null, 8]);
    expect(removed).toEqual([7]);
    expect(formPlan([ASKED, LOOM], [])).toEqual({ questions: [], removed: [7, 8] });
  });

  it.each<[string, readonly QuestionInput[], string, RegExp]>([
    ['a gone question', [{ ...inputOf(LOOM), id: 9 }], 'CONFLICT', /^form_questions\.0\.id: /],
    [
      'one twice',
      [inputOf(LOOM), inputOf(LOOM)],
      'VALIDATION_ERROR',
      /^form_questions\.1\.id: expected each/,
    ],
    [
      'a choice of nothing',
      [{ ...inputOf(ASKED), options: [], translations: {} }],
      'VALIDATION_ERROR',
      /^form_questions\.0\.options: expected at least 1/,
    ],
    [
      'options of a text',
      [{ ...inputOf(LOOM), options: [{ label: 'A' }] }],
      'VALIDATION_ERROR',
      /^form_questions\.0\.options: expected none of a question of kind text/,
    ],
    [
      'an option that it never had',
      [{ ...inputOf(ASKED), options: [{ id: 3, label: 'A' }], translations: {} }],
      'VALIDATION_ERROR',
      /^form_questions\.0\.options\.0\.id: /,
    ],
    [
      'an option twice',
      [
        {
          ...inputOf(ASKED),
          options: [FIELDS.options[0], FIELDS.options[0]].flatMap((o) => o ?? []),
        },
      ],
      'VALIDATION_ERROR',
      /^form_questions\.0\.options\.1\.id: /,
    ],
    [
      'an option of a new question with an id',
      [{ ...inputOf(ASKED), id: undefined }],
      'VALIDATION_ERROR',
      /^form_questions\.0\.options\.0\.id: /,
    ],
    [
      'a translation of fewer options',
      [{ ...inputOf(ASKED), translations: { de: { label: 'Was?', options: ['Alles'] } } }],
      'VALIDATION_ERROR',
      /^form_questions\.0\.translations\.de\.options: expected 2/,
    ],
  ])('is refused with %s', (_, given, code, sentence) => {
    expect(refusalOf(given)).toEqual(failure(code, expect.stringMatching(sentence)));
  });
});

it('the version changes with each field and the order, but not with an answer', () => {
  const version = formVersion([ASKED, LOOM]);
  expect(formVersion([{ ...ASKED, answer_count: 4 }, LOOM])).toBe(version);
  const others = [
    [LOOM, ASKED],
    [ASKED],
    [],
    [ASKED, { ...LOOM, help: 'Any' }],
    [ASKED, { ...LOOM, id: 9 }],
    [ASKED, { ...LOOM, is_required: true }],
  ];
  const versions = [version, ...others.map(formVersion)];
  expect(new Set(versions).size).toBe(versions.length);
  for (const one of versions) expect(String(one)).toMatch(/^\d{1,10}$/);
});
