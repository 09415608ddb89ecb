import { UsedUpLimits } from '../../../src/http/used-up-limits.ts';

const MINUTE = 60_000;

describe('a used-up limit', () => {
  let time = 1_000_000;
  let usedUp: UsedUpLimits;

  beforeEach(() => {
    usedUp = new UsedUpLimits({ windowMs: MINUTE, now: () => new Date(time) });
  });

  it('is remembered until its window ends', () => {
    usedUp.add('a', 20_000);

    expect(usedUp.msLeft('a')).toBe(20_000);
    expect(usedUp.msLeft('b')).toBe(0);
    time += 19_999;
    expect(usedUp.msLeft('a')).toBe(1);
    time += 1;
    expect(usedUp.msLeft('a')).toBe(0);
  });

  it('is forgotten after its window, so that the memory of the process does not grow', () => {
    for (let n = 0; n < 1_000; n += 1) usedUp.add(`first ${n}`, MINUTE);
    time += MINUTE;
    usedUp.add('second', MINUTE);

    expect(usedUp.size).toBe(1);
  });

  it('is not remembered for hours when the clock is set back', () => {
    usedUp.add('a', MINUTE);
    time -= 60 * MINUTE;

    expect(usedUp.msLeft('a')).toBe(0);
  });
});
