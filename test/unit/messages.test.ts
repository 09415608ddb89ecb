import { messageHtml } from '../../src/domain/messaging/messages.ts';

const MAX = 4_096;
const FAMILY = '👨‍👩‍👧‍👦';

/** What a person sees of it. */
const seen = (html: string) =>
  html
    .replace(/^<b>(.*?)<\/b>/s, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

it.each([
  ['title and body', 'News', 'Doors open at 9.', '<b>News</b>\n\nDoors open at 9.'],
  ['no body', 'News', '', '<b>News</b>'],
  ['lines of the body', 'News', 'a\nb\n\nc', '<b>News</b>\n\na\nb\n\nc'],
  [
    'markup',
    '<b>x</b>',
    '<script>alert("a")</script>',
    '<b>&lt;b&gt;x&lt;/b&gt;</b>\n\n&lt;script&gt;alert("a")&lt;/script&gt;',
  ],
  ['an escape that somebody wrote', 'R&D', '&amp; &lt;', '<b>R&amp;D</b>\n\n&amp;amp; &amp;lt;'],
  ['text of other markups', '*bold*', '_it_ [a](b)', '<b>*bold*</b>\n\n_it_ [a](b)'],
])('keeps %s as it was written', (_, title, body, html) => {
  expect(messageHtml({ title, body })).toBe(html);
});

it.each([
  ['letters', 'x'.repeat(5_000), 'x'.repeat(MAX - 4)],
  ['what is escaped', '<'.repeat(5_000), '<'.repeat(MAX - 4)],
  ['escapes that somebody wrote', '&amp;'.repeat(1_000), '&amp;'.repeat(1_000).slice(0, MAX - 4)],
  ['an emoji at the edge', `${'x'.repeat(MAX - 5)}😀 and more`, 'x'.repeat(MAX - 5)],
  ['an emoji before the edge', `${'x'.repeat(MAX - 6)}😀 and more`, `${'x'.repeat(MAX - 6)}😀`],
  ['a family at the edge', `${'x'.repeat(MAX - 10)}${FAMILY}`, 'x'.repeat(MAX - 10)],
  ['combining marks', 'e\u0301\u0323'.repeat(2_000), 'e\u0301\u0323'.repeat(1_364)],
  ['flags', '🇩🇪'.repeat(1_500), '🇩🇪'.repeat(1_023)],
  ['a line end of two characters', `${'x'.repeat(MAX - 5)}\r\ny`, 'x'.repeat(MAX - 5)],
  ['one character without end', `y${'\u0301'.repeat(5_000)}`, ''],
])('cuts %s between two characters', (_, body, kept) => {
  const html = messageHtml({ title: 'T', body });
  expect(seen(html)).toBe(`T\n\n${kept}…`);
  expect(seen(html).length).toBeLessThanOrEqual(MAX);
  expect(html.isWellFormed()).toBe(true);
});

it.each([
  ['leaves room for', MAX - 3, '\n\nx'],
  ['leaves no room for', MAX - 2, ''],
  ['is all that fits, without', MAX, ''],
])('a title that %s the body', (_, length, rest) => {
  const title = 't'.repeat(length);
  expect(seen(messageHtml({ title, body: 'x' }))).toBe(`${title}${rest}`);
});

it('cuts a title that is longer than a message', () => {
  const html = messageHtml({ title: '&'.repeat(5_000), body: 'x' });
  expect(html).toBe(`<b>${'&amp;'.repeat(MAX - 1)}…</b>`);
});

it('leaves a body that just fits as it is', () => {
  const body = '😀'.repeat((MAX - 4) / 2);
  expect(seen(messageHtml({ title: 'TT', body }))).toBe(`TT\n\n${body}`);
});
