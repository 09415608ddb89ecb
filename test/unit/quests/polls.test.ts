import { pollResults } from '../../../src/domain/quests/polls.ts';

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
