import type { Contact } from '../../domain/networking/contacts.ts';
import { foldLines, lineText, optionalLine } from '../content-lines.ts';

/**
 * Contacts as vCards 3.0 (RFC 2426), in pieces: the version that the address books of all phones read.
 * Each address on the web has a label of its own, as Apple and Google write it.
 */
export async function* vcards(batches: AsyncIterable<readonly Contact[]>): AsyncGenerator<string> {
  for await (const contacts of batches) {
    yield foldLines(
      contacts
        .flatMap(linesOf)
        .map((line) => `${line}\r\n`)
        .join(''),
    );
  }
}

function linesOf(contact: Contact): string[] {
  const { first_name, last_name, company, job_title } = contact;
  const name = [last_name ?? '', first_name, '', '', ''].map(lineText).join(';');
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${name}`,
    `FN:${lineText([first_name, last_name].filter(Boolean).join(' '))}`,
    ...optionalLine('ORG', company && lineText(company)),
    ...optionalLine('TITLE', job_title && lineText(job_title)),
    ...addressesOf(contact).flatMap(([label, url], index) => [
      `item${index + 1}.URL:${url}`,
      `item${index + 1}.X-ABLabel:${label}`,
    ]),
    ...optionalLine('NOTE', lineText(noteOf(contact)) || null),
    'END:VCARD',
  ];
}

function addressesOf({ username, socials }: Contact): [label: string, url: string][] {
  const links = Object.entries(socials).map(([label, { url }]): [string, string | null] => [
    label,
    // Addresses are not escaped; the form that a URL parser gives has no line breaks.
    URL.parse(url ?? '')?.href ?? null,
  ]);
  const messenger = username === null ? null : `https://t.me/${encodeURIComponent(username)}`;
  return [['telegram', messenger] as const, ...links].flatMap(([label, url]) =>
    url === null ? [] : [[label, url]],
  );
}

/** The own note, the handles without an address, and where and when the two met. */
function noteOf({ note, socials, conference, met_at }: Contact): string {
  const handles = Object.entries(socials)
    .filter(([, { url }]) => url === null)
    .map(([label, { handle }]) => `${label}: ${handle}`);
  const met = [conference, met_at?.slice(0, 10)].filter(Boolean).join(', ');
  return [note, ...handles, met].filter(Boolean).join('\n');
}
