import { messageHtml } from '../../../src/domain/messaging/messages.ts';

const MAX = 4_096;
const FAMILY = '👨‍👩‍👧‍👦';

/** The visible text. */
const visible = (html: string) =>
  html
    .replace(/^<b>(.*?)<\/b>/s, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

it.each([
  ['title and body', 'Today', 'Doors open at 9.', '<b>Today</b>\n\nDoors open at 9.'],
  ['an empty body', 'Today', '', '<b>Today</b>'],
  ['line breaks of the body', 'Today', 'a\nb\n\nc', '<b>Today</b>\n\na\nb\n\nc'],
  [
    'markup',
    '<b>x</b>',
    '<script>alert("a")</script>',
    '<b>&lt;b&gt;x&lt;/b&gt;</b>\n\n&lt;script&gt;alert("a")&lt;/script&gt;',
  ],
  ['escapes in the input', 'R&D', '&amp; &lt;', '<b>R&amp;D</b>\n\n&amp;amp; &amp;lt;'],
  ['other markup languages', '*bold*', '_it_ [a](b)', '<b>*bold*</b>\n\n_it_ [a](b)'],
])('formats %s', (_, title, body, html) => {
  expect(messageHtml({ title, body })).toBe(html);
});

it.each([
  ['letters', 'x'.repeat(5_000), 'x'.repeat(MAX - 4)],
  ['escaped characters', '<'.repeat(5_000), '<'.repeat(MAX - 4)],
  ['escapes in the input', '&amp;'.repeat(1_000), '&amp;'.repeat(1_000).slice(0, MAX - 4)],
  ['an emoji at the edge', `${'x'.repeat(MAX - 5)}😀 and more`, 'x'.repeat(MAX - 5)],
  ['an emoji before the edge', `${'x'.repeat(MAX - 6)}😀 and more`, `${'x'.repeat(MAX - 6)}😀`],
  ['a family emoji at the edge', `${'x'.repeat(MAX - 10)}${FAMILY}`, 'x'.repeat(MAX - 10)],
  ['combining marks', 'e\u0301\u0323'.repeat(2_000), 'e\u0301\u0323'.repeat(1_364)],
  ['flags', '🇩🇪'.repeat(1_500), '🇩🇪'.repeat(1_023)],
  ['a CRLF', `${'x'.repeat(MAX - 5)}\r\ny`, 'x'.repeat(MAX - 5)],
  ['a grapheme longer than the limit', `y${'\u0301'.repeat(5_000)}`, ''],
])('truncates %s at a grapheme boundary', (_, body, kept) => {
  const html = messageHtml({ title: 'T', body });
  expect(visible(html)).toBe(`T\n\n${kept}…`);
  expect(visible(html).length).toBeLessThanOrEqual(MAX);
  expect(html.isWellFormed()).toBe(true);
});

it.each([
  ['leaves room for', MAX - 3, '\n\nx'],
  ['leaves no room for', MAX - 2, ''],
  ['fills the message without', MAX, ''],
])('a title that %s the body', (_, length, rest) => {
  const title = 't'.repeat(length);
  expect(visible(messageHtml({ title, body: 'x' }))).toBe(`${title}${rest}`);
});

it('truncates a title that is longer than a message', () => {
  const html = messageHtml({ title: '&'.repeat(5_000), body: 'x' });
  expect(html).toBe(`<b>${'&amp;'.repeat(MAX - 1)}…</b>`);
});

it('keeps a body that just fits', () => {
  const body = '😀'.repeat((MAX - 4) / 2);
  expect(visible(messageHtml({ title: 'TT', body }))).toBe(`TT\n\n${body}`);
});
