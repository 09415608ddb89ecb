import { messageText, plainMessage } from '../../../src/domain/messaging/messages.ts';
import { markedTime } from '../../../src/lib/marked-times.ts';

const MAX = 4_096;
const FAMILY = '👨‍👩‍👧‍👦';
const AT = 1_900_000_000_000;
const nine = markedTime('09:00', AT, 't');
const entity = { type: 'date_time', length: 5, unix_time: AT / 1_000, date_time_format: 't' };

const textOf = (message: { title: string; body: string }) => messageText(message).text;

it.each([
  ['title and body', 'Today', 'Doors open at 9.', 'Today\n\nDoors open at 9.'],
  ['an empty body', 'Today', '', 'Today'],
  ['line breaks of the body', 'Today', 'a\nb\n\nc', 'Today\n\na\nb\n\nc'],
  ['markup', '<b>x</b>', '*bold* [a](b)', '<b>x</b>\n\n*bold* [a](b)'],
  ['escapes', 'R&D', '&amp; &lt;', 'R&D\n\n&amp; &lt;'],
])('has %s as it is, with a bold title', (_, title, body, text) => {
  const entities = [{ type: 'bold', offset: 0, length: title.length }];
  expect(messageText({ title, body })).toEqual({ text, entities });
});

it.each([
  ['letters', 'x'.repeat(5_000), 'x'.repeat(MAX - 4)],
  ['an emoji at the edge', `${'x'.repeat(MAX - 5)}😀 and more`, 'x'.repeat(MAX - 5)],
  ['an emoji before the edge', `${'x'.repeat(MAX - 6)}😀 and more`, `${'x'.repeat(MAX - 6)}😀`],
  ['a family emoji at the edge', `${'x'.repeat(MAX - 10)}${FAMILY}`, 'x'.repeat(MAX - 10)],
  ['combining marks', 'e\u0301\u0323'.repeat(2_000), 'e\u0301\u0323'.repeat(1_364)],
  ['flags', '🇩🇪'.repeat(1_500), '🇩🇪'.repeat(1_023)],
  ['a CRLF', `${'x'.repeat(MAX - 5)}\r\ny`, 'x'.repeat(MAX - 5)],
  ['a grapheme longer than the limit', `y${'\u0301'.repeat(5_000)}`, ''],
])('truncates %s at a grapheme boundary', (_, body, kept) => {
  const text = textOf({ title: 'T', body });
  expect(text).toBe(`T\n\n${kept}…`);
  expect(text.length).toBeLessThanOrEqual(MAX);
  expect(text.isWellFormed()).toBe(true);
});

it.each([
  ['leaves room for', MAX - 3, '\n\nx'],
  ['leaves no room for', MAX - 2, ''],
  ['fills the message without', MAX, ''],
])('a title that %s the body', (_, length, rest) => {
  const title = 't'.repeat(length);
  expect(textOf({ title, body: 'x' })).toBe(`${title}${rest}`);
});

it('truncates a title that is longer than a message', () => {
  expect(messageText({ title: '&'.repeat(5_000), body: 'x' })).toEqual({
    text: `${'&'.repeat(MAX - 1)}…`,
    entities: [{ type: 'bold', offset: 0, length: MAX }],
  });
});

it('keeps a body that just fits', () => {
  const body = '😀'.repeat((MAX - 4) / 2);
  expect(textOf({ title: 'TT', body })).toBe(`TT\n\n${body}`);
});

describe('a time in a message', () => {
  it.each([
    ['letters', 'Doors', 'Now: '],
    ['emoji', '🎉🎉', `${FAMILY} `],
    ['letters from right to left', 'شارع', '\u2068مرحبا\u2069: '],
  ])('has its place in UTF-16 after %s', (_, title, before) => {
    const { text, entities } = messageText({ title, body: `${before}${nine} and ${nine}` });
    expect(text).toBe(`${title}\n\n${before}09:00 and 09:00`);
    const first = title.length + 2 + before.length;
    expect(entities.slice(1)).toEqual([
      { ...entity, offset: first },
      { ...entity, offset: first + '09:00 and '.length },
    ]);
  });

  it('is inside a bold title, and in a message without one', () => {
    expect(messageText({ title: `At ${nine}`, body: '' })).toEqual({
      text: 'At 09:00',
      entities: [
        { type: 'bold', offset: 0, length: 8 },
        { ...entity, offset: 3 },
      ],
    });
    expect(plainMessage(`At ${nine}`)).toEqual({
      text: 'At 09:00',
      entities: [{ ...entity, offset: 3 }],
    });
  });

  it('is plain text where the limit cuts it', () => {
    const fits = plainMessage(`${'x'.repeat(MAX - 6)}${nine}yz`);
    expect(fits.entities).toEqual([{ ...entity, offset: MAX - 6 }]);
    const cut = plainMessage(`${'x'.repeat(MAX - 5)}${nine}yz`);
    expect(cut).toEqual({ text: `${'x'.repeat(MAX - 5)}09:0…`, entities: [] });
  });
});
