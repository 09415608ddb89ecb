import { pollResults, removedOptions, showsResults } from '../../../src/domain/quests/polls.ts';

const options = ['a', 'b', 'c'].map((id) => ({ id, label: id }));
const percentsOf = (...votes: number[]) => {
  const byOption = new Map(votes.map((count, n) => [options[n]?.id ?? '', count]));
  const task = { id: 1, config: { options, results: 'always' as const } };
  return pollResults(task, byOption).options.map(({ percent }) => percent);
};

describe('the percentages of a poll', () => {
  it.each([
    [[], [0, 0, 0]],
    [[5], [100, 0, 0]],
    [
      [1, 1, 1],
      [33.3, 33.3, 33.3],
    ],
    [
      [2, 1],
      [66.7, 33.3, 0],
    ],
    [
      [1, 15],
      [6.3, 93.8, 0],
    ],
    [
      [1, 99_999],
      [0, 100, 0],
    ],
  ])('of %j votes are %j', (votes, percents) => {
    expect(percentsOf(...votes)).toEqual(percents);
  });
});

it('a poll has the votes of each option, in their order', () => {
  const config = { options: options.slice(0, 2), results: 'always' } as const;
  expect(pollResults({ id: 1, config }, new Map([['b', 3]]))).toEqual({
    task_id: 1,
    total_votes: 3,
    options: [
      { id: 'a', label: 'a', votes: 0, percent: 0 },
      { id: 'b', label: 'b', votes: 3, percent: 100 },
    ],
  });
});

describe('the results of a poll', () => {
  const now = new Date('2030-05-01T09:00:00.000Z');
  const ended = { ends_at: '2030-05-01T09:00:00.000Z' };
  const closed = { closes_at: '2030-05-01T09:00:00.000Z' };

  it.each([
    ['always', {}, {}, false, true],
    ['after_vote', {}, {}, true, true],
    ['after_vote', closed, ended, false, false],
    ['after_end', {}, {}, true, false],
    ['after_end', closed, {}, false, true],
    ['after_end', {}, ended, false, true],
  ] as const)(
    'that are open %s, of the task %j and the quest %j, are shown to a voter (%p): %p',
    (...given) => {
      const [results, task, quest, hasVoted, shown] = given;
      const poll = { opens_at: null, closes_at: null, ...task, config: { options, results } };
      const of = { quest: { ends_at: null, ...quest }, hasVoted, now };
      expect(
        showsResults(
          poll as unknown as Parameters<typeof showsResults>[0],
          of as unknown as Parameters<typeof showsResults>[1],
        ),
      ).toBe(shown);
    },
  );
});

it('a change of a poll removes the options that it no longer has', () => {
  const poll = (...ids: string[]) =>
    ({
      type: 'poll',
      config: { options: options.filter(({ id }) => ids.includes(id)), results: 'always' },
    }) as const;
  const photo = { type: 'photo', config: {} } as const;
  expect(removedOptions(poll('a', 'b'), poll('b', 'c'))).toEqual(['a']);
  expect(removedOptions(poll('a', 'b'), photo)).toEqual([]);
  expect(removedOptions(photo, poll('a'))).toEqual([]);
});
