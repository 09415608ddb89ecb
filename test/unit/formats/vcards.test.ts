import ICAL from 'ical.js';
import type { Contact } from '../../../src/domain/networking/contacts.ts';
import { vcards } from '../../../src/formats/contacts/vcards.ts';

const ADA: Contact = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada_l',
  headline: 'Weaves numbers',
  company: 'Engines; Looms, & Co',
  job_title: 'Programmer',
  socials: {
    github: { handle: 'ada', url: 'https://github.com/ada' },
    discord: { handle: 'ada#1815', url: null },
  },
  conference: 'Computing by the Sea',
  met_at: '2026-05-14T09:00:00.000Z',
  connected_at: '2026-05-14T09:00:00.000Z',
  note: 'Sends me the pattern\nof the loom',
};
const ALONE: Contact = {
  ...ADA,
  last_name: null,
  username: null,
  company: null,
  job_title: null,
  socials: {},
  conference: null,
  met_at: null,
  note: null,
};

async function* inBatches(...batches: Contact[][]) {
  yield* batches;
}

async function written(...batches: Contact[][]): Promise<string> {
  let text = '';
  for await (const piece of vcards(inBatches(...batches))) text += piece;
  return text;
}

/** The properties of each card, as an independent reader of vCards finds them. */
const read = (text: string) =>
  cardsOf(text).map((card) => {
    const [, properties]: [string, Property[]] = ICAL.parse(card);
    return properties.map(([name, { group }, , value]) => [
      group === undefined ? name : `${group}.${name}`,
      value,
    ]);
  });
type Property = [name: string, parameters: { group?: string }, type: string, value: unknown];
const cardsOf = (text: string) => text.match(/BEGIN:VCARD[\s\S]*?END:VCARD\r\n/g) ?? [];

it('writes what a contact shows, the own note, and where the two met', async () => {
  const [card] = read(await written([ADA]));
  expect(card).toEqual([
    ['version', '3.0'],
    ['n', ['Lovelace', 'Ada', '', '', '']],
    ['fn', 'Ada Lovelace'],
    ['org', 'Engines; Looms, & Co'],
    ['title', 'Programmer'],
    ['item1.url', 'https://t.me/ada_l'],
    ['item1.x-ablabel', 'telegram'],
    ['item2.url', 'https://github.com/ada'],
    ['item2.x-ablabel', 'github'],
    [
      'note',
      'Sends me the pattern\nof the loom\ndiscord: ada#1815\nComputing by the Sea, 2026-05-14',
    ],
  ]);
});

it('leaves out what is not known', async () => {
  expect(await written([ALONE])).toBe(
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:;Ada;;;\r\nFN:Ada\r\nEND:VCARD\r\n',
  );
  expect(await written()).toBe('');
});

it('writes one card after another, over all batches', async () => {
  expect(cardsOf(await written([ADA, ALONE], [ADA]))).toHaveLength(3);
});

it('keeps each text, whatever it contains', async () => {
  const texts = [
    // The reader does not decode the escaped semicolon, except in an organization, as above.
    'back\\slash, comma: colon "quotes"',
    'Zoë Ångström 李小龙 مرحبا 👩🏽‍💻',
    'لوحات '.repeat(60).trim(),
    'x'.repeat(500),
  ];
  for (const note of texts) {
    const text = await written([{ ...ALONE, note, first_name: note }]);
    expect(Object.fromEntries(read(text)[0] ?? [])).toMatchObject({ note, fn: note });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
});

it('lets no text begin a property or a card', async () => {
  const note = 'one\r\nEND:VCARD\nBEGIN:VCARD\rTEL:1\u2028TEL:2\u0000';
  const contact = { ...ALONE, note, first_name: note };
  const text = await written([contact]);
  expect(cardsOf(text)).toHaveLength(1);
  expect(text).not.toMatch(/^TEL|^END:VCARD(?=[\s\S]*END:VCARD)/m);
});
