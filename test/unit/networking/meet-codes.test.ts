import { endOf, isHeld, stepAt } from '../../../src/domain/networking/connections.ts';

const STEP_MS = 300_000;
const NOW = new Date('2026-05-14T09:02:00Z');
const current = stepAt(NOW);

it('a step begins every five minutes of the clock', () => {
  expect(stepAt(new Date(0))).toBe(0);
  expect(stepAt(new Date(STEP_MS - 1))).toBe(0);
  expect(stepAt(new Date(STEP_MS))).toBe(1);
});

it.each([
  ['the current step', 0, true],
  ['the step before', -1, true],
  ['an older step', -2, false],
  ['a step of the future, which a wrong clock signed,', 1, false],
  ['a far step of the future', 1_000_000, false],
])('a code of %s is held: %s', (_, steps, held) => {
  expect(isHeld(current + steps, NOW)).toBe(held);
});

it('a code holds until the millisecond before its end', () => {
  const end = endOf(current);
  expect(end.toISOString()).toBe('2026-05-14T09:10:00.000Z');
  expect(isHeld(current, new Date(end.getTime() - 1))).toBe(true);
  expect(isHeld(current, end)).toBe(false);
});
