import { type Block, blocksOf, type Span } from '../../../src/client/page-text.ts';

const plain = (text: string): Span => ({ text, isBold: false });
const bold = (text: string): Span => ({ text, isBold: true });
const paragraph = (...lines: Span[][]): Block => ({ kind: 'paragraph', lines });

it.each<[string, string, Block[]]>([
  ['nothing', '', []],
  ['spaces', ' \n\n \n', []],
  [
    'paragraphs',
    'One\ntwo\n\n\nThree',
    [paragraph([plain('One')], [plain('two')]), paragraph([plain('Three')])],
  ],
  ['lines of Windows', 'One\r\n\r\nTwo', [paragraph([plain('One')]), paragraph([plain('Two')])]],
  [
    'a list after a line',
    'Bring:\n- a badge\n* a coat',
    [
      paragraph([plain('Bring:')]),
      { kind: 'list', lines: [[plain('a badge')], [plain('a coat')]] },
    ],
  ],
  [
    'a numbered list',
    '1. Enter\n2) Sit',
    [{ kind: 'numbered', lines: [[plain('Enter')], [plain('Sit')]] }],
  ],
  [
    'two lists',
    '- a\n\n- b\n1. c',
    [
      { kind: 'list', lines: [[plain('a')]] },
      { kind: 'list', lines: [[plain('b')]] },
      { kind: 'numbered', lines: [[plain('c')]] },
    ],
  ],
  [
    'bold text',
    'Network: **Quay**, **no** password',
    [paragraph([plain('Network: '), bold('Quay'), plain(', '), bold('no'), plain(' password')])],
  ],
  [
    'a link',
    'See [the site](https://sea.example/a?b=1#c).',
    [
      paragraph([
        plain('See '),
        { ...plain('the site'), href: 'https://sea.example/a?b=1#c' },
        plain('.'),
      ]),
    ],
  ],
  [
    'a bold link, and bold text in a link',
    '**[a](https://a.example)** [**b** c](https://b.example)',
    [
      paragraph([
        { ...bold('a'), href: 'https://a.example' },
        plain(' '),
        { ...bold('b'), href: 'https://b.example' },
        { ...plain(' c'), href: 'https://b.example' },
      ]),
    ],
  ],
])('reads %s', (_, body, blocks) => {
  expect(blocksOf(body)).toEqual(blocks);
});

it.each([
  '<script>alert(1)</script> <b>x</b> &amp;',
  '[a](http://a.example) [b](javascript:alert(1)) [c](//c.example) [d](https://[)',
  '[e](https://e.example/a b) [](https://f.example) [g]()',
  '# Title > quote `code` ~~no~~ _it_ *it* ** a ** ***',
  '![alt] \\*\\* | a | b |',
  '-none 1.none -',
])('shows %j as the text that it is', (body) => {
  const [block, ...others] = blocksOf(body);
  expect(others).toEqual([]);
  expect(
    block?.lines
      .flat()
      .map(({ text }) => text)
      .join(''),
  ).toBe(body);
  expect(block?.lines.flat().every(({ href, isBold }) => !href && !isBold)).toBe(true);
});

it.each(['**', '[', '[](', '[a](https://', '- ', '**a', '[a](https://x)'])(
  'reads 20,000 characters of %j in no time',
  (part) => {
    const body = part.repeat(Math.floor(20_000 / part.length));
    const start = performance.now();
    blocksOf(body);
    expect(performance.now() - start).toBeLessThan(2_000);
  },
);
