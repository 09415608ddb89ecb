import { lines, text } from '../../../src/http/schemas/common.ts';

describe('a text without a visible character', () => {
  it.each(['\u200b', '\u200d \u2060', '\u3164', '\u2800', '\ufe0f'])('is refused: %j', (given) => {
    expect(lines(10).safeParse(given)).toMatchObject({
      error: { issues: [{ message: 'expected some text' }] },
    });
  });

  it('is not one with an invisible character inside', () => {
    expect(lines(10).parse('\u200bمی\u200cخواهم')).toBe('\u200bمی\u200cخواهم');
  });
});

describe('a field of one line', () => {
  it.each(['a\nb', 'a\tb', 'a\u0007b', 'a\u0085b', 'a\u2028b', 'a\u202eb', 'a\u2066b'])(
    'refuses %j',
    (given) => {
      expect(text(10).safeParse(given)).toMatchObject({
        error: {
          issues: [{ message: 'expected one line without control or direction characters' }],
        },
      });
    },
  );

  it('accepts other text, and trims line ends around it', () => {
    expect(text(20).parse('\n 👩‍💻 José, ملا\n')).toBe('👩‍💻 José, ملا');
  });

  it('accepts all of these in a text with several lines', () => {
    expect(lines(10).parse('a\n\tb')).toBe('a\n\tb');
  });
});
