import { text } from '../../../src/http/schemas/common.ts';
import { normalized } from '../../../src/lib/normalized.ts';

const letterWith = (marks: number) => `a${'\u0316'.repeat(marks)}b`;

describe('a letter with combining marks', () => {
  it('keeps up to 30', () => {
    expect(normalized(letterWith(30))).toBe(letterWith(30));
    expect(text(100).parse(letterWith(30))).toBe(letterWith(30));
  });

  it('loses the rest in a text that must not fail', () => {
    expect(normalized(letterWith(31))).toBe(letterWith(30));
    // Marks outside of the first plane are two UTF-16 units each.
    expect(normalized(`a${'\u{1e000}'.repeat(40)}`)).toBe(`a${'\u{1e000}'.repeat(30)}`);
  });

  it('is refused with more in a request', () => {
    expect(text(100).safeParse(letterWith(31))).toMatchObject({
      error: { issues: [{ message: 'expected at most 30 combining marks on a character' }] },
    });
  });

  it('is composed', () => {
    expect(normalized('e\u0301')).toBe('é');
  });
});
