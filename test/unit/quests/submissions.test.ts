import {
  checkTries,
  isReplaceable,
  isReplaceableByPublic,
  wasRejected,
  wrongCodeLimits,
} from '../../../src/domain/quests/submissions.ts';
import { AppError } from '../../../src/errors.ts';

const NONE = { quiz: null, codes_of_task: null, codes: null };
const hits = (count: number) => ({ hits: count, ms_left: 1_500 });

function refusalOf(tries: object, max_tries = Infinity) {
  try {
    checkTries({ ...NONE, ...tries }, { max_tries });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.headers['Retry-After']];
    throw error;
  }
}

describe('tries', () => {
  it.each([
    ['of a task without tries', {}, Infinity, undefined],
    ['of a quiz, one left', { quiz: 2 }, 3, undefined],
    ['of a quiz, none left', { quiz: 3 }, 3, ['NO_TRIES_LEFT', undefined]],
    ['of a quiz whose limit was lowered', { quiz: 4 }, 3, ['NO_TRIES_LEFT', undefined]],
    ['of a code, one left', { codes_of_task: hits(9), codes: hits(59) }, Infinity, undefined],
    [
      'of a code, none left',
      { codes_of_task: hits(10), codes: hits(10) },
      0,
      ['RATE_LIMITED', '2'],
    ],
    [
      'of all codes, none left',
      { codes_of_task: hits(0), codes: hits(60) },
      0,
      ['RATE_LIMITED', '2'],
    ],
  ])('%s', (_, tries, max, refusal) => {
    expect(refusalOf(tries, max)).toEqual(refusal);
  });

  it('are counted under keys that earlier versions count too', () => {
    const { ofTask, ofAll } = wrongCodeLimits(7, 'hash');
    expect(ofTask).toEqual({ key: 'quest-code:7:hash', max: 10, windowMs: 3_600_000 });
    expect(ofAll).toEqual({ key: 'quest-codes:hash', max: 60, windowMs: 3_600_000 });
  });
});

it.each([
  ['rejected', 'self', true, false],
  ['rejected', 'public', true, true],
  ['pending', 'self', false, false],
  ['pending', 'public', true, true],
  ['approved', 'public', false, false],
  ['approved', 'self', false, false],
] as const)(
  'a submission that is %s by %s is replaced by its user: %p, by a public call: %p',
  (...given) => {
    const [status, source, byUser, byPublic] = given;
    expect(isReplaceable({ status, source })).toBe(byUser);
    expect(isReplaceableByPublic({ status, source })).toBe(byPublic);
  },
);

it.each([
  [undefined, false],
  [{ rejections: 0 }, false],
  [{ rejections: 1 }, true],
])('after %j a submission was rejected before: %p', (before, was) => {
  expect(wasRejected(before)).toBe(was);
});
