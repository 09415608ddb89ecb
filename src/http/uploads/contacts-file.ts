import type { Contact } from '../../domain/networking/contacts.ts';
import { SOCIAL_PLATFORMS } from '../../domain/people/socials.ts';
import { vcards } from '../../formats/contacts/vcards.ts';
import { csvFile } from '../../formats/tables/csv-file.ts';
import type { Row } from '../../formats/tables/table-content.ts';
import { download, TABLE_TYPES } from './downloads.ts';

export const VCARD_TYPE = 'text/vcard; charset=utf-8';

const COLUMNS = [
  'first_name',
  'last_name',
  'username',
  'headline',
  'company',
  'job_title',
  ...SOCIAL_PLATFORMS,
  'conference',
  'met_at',
  'connected_at',
  'note',
] as const;

/** The contacts of a user as a file download, in constant memory. */
export const contactsFile = (format: 'csv' | 'vcf', batches: AsyncIterable<readonly Contact[]>) =>
  format === 'vcf'
    ? download('contacts.vcf', { type: VCARD_TYPE, pieces: vcards(batches) })
    : download('contacts.csv', {
        type: TABLE_TYPES.csv,
        pieces: csvFile({ columns: COLUMNS, batches: rowsOf(batches) }),
      });

async function* rowsOf(batches: AsyncIterable<readonly Contact[]>): AsyncGenerator<readonly Row[]> {
  for await (const contacts of batches) yield contacts.map(rowOf);
}

/** Each address in a column of its own: the URL, or the handle where the platform has no pages. */
function rowOf({ socials, ...contact }: Contact): Row {
  const links = SOCIAL_PLATFORMS.map((name) => {
    const link = socials[name];
    return [name, link?.url ?? link?.handle ?? null] as const;
  });
  return { ...contact, ...Object.fromEntries(links) };
}
