import { posix } from 'node:path';
import { notAWorkbook, type XlsxArchive } from './xlsx-archive.ts';
import type { XmlHandlers } from './xml-reader.ts';

const MAX_PART_BYTES = 16_777_216;

/** Where the parts of a workbook are that its first sheet needs. */
export interface Workbook {
  readonly sheet: string;
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** Whether days are counted from 1904, as old Macintosh programs did, or from 1900. */
  readonly date1904: boolean;
}

/**
 * Finds the parts of the first sheet that a person sees; hidden sheets and charts are passed over.
 *
 * @throws AppError VALIDATION_ERROR when the archive is no workbook or has no such sheet.
 */
export async function readWorkbook(archive: XlsxArchive): Promise<Workbook> {
  const root = await relationshipsOf(archive, '');
  const workbookPart = root.find(ofType('officeDocument'))?.target;
  if (workbookPart === undefined) throw notAWorkbook();

  const relationships = await relationshipsOf(archive, workbookPart);
  const { visibleSheetIds, date1904 } = await contentsOf(archive, workbookPart);
  const sheets = new Map(
    relationships.filter(ofType('worksheet')).map(({ id, target }) => [id, target]),
  );
  const sheet = visibleSheetIds.map((id) => sheets.get(id)).find((part) => part !== undefined);
  if (sheet === undefined) throw notAWorkbook();

  return {
    sheet,
    sharedStrings: relationships.find(ofType('sharedStrings'))?.target,
    styles: relationships.find(ofType('styles'))?.target,
    date1904,
  };
}

/**
 * Which cell styles show a number as a date or time, by their number.
 *
 * @throws AppError VALIDATION_ERROR
 */
export async function readDateStyles(
  archive: XlsxArchive,
  part: string,
): Promise<readonly boolean[]> {
  const formats: string[] = [];
  const customDates = new Map<string, boolean>();
  await archive.read(
    part,
    {
      open(name, { numFmtId = '', formatCode = '' }, parent) {
        if (parent === 'numFmts') customDates.set(numFmtId, isDateFormat(formatCode));
        if (parent === 'cellXfs' && name === 'xf') formats.push(numFmtId);
      },
    },
    MAX_PART_BYTES,
  );
  return formats.map((id) => customDates.get(id) ?? isBuiltInDateFormat(Number(id)));
}

interface Relationship {
  readonly id: string | undefined;
  readonly type: string;
  /** Path inside the archive. */
  readonly target: string;
}

/** The last word of a type is what counts: the words before it differ between editions. */
const ofType = (name: string) => (relationship: Relationship) =>
  relationship.type.endsWith(`/${name}`);

/** What a part (or, for '', the archive itself) refers to. */
async function relationshipsOf(archive: XlsxArchive, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part);
  const relationships: Relationship[] = [];
  const handlers: XmlHandlers = {
    open(name, { Id, Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      relationships.push({ id: Id, type: Type, target: posix.resolve('/', dir, Target).slice(1) });
    },
  };
  await archive.read(posix.join(dir, '_rels', `${base}.rels`), handlers, MAX_PART_BYTES);
  return relationships;
}

async function contentsOf(archive: XlsxArchive, workbookPart: string) {
  const visibleSheetIds: (string | undefined)[] = [];
  let date1904 = false;
  const handlers: XmlHandlers = {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet' || /hidden$/i.test(attributes.state ?? '')) return;
      // Usually `r:id`, but the prefix is the writer's choice.
      const idKey = Object.keys(attributes).find((key) => key.endsWith(':id'));
      visibleSheetIds.push(idKey && attributes[idKey]);
    },
  };
  await archive.read(workbookPart, handlers, MAX_PART_BYTES);
  return { visibleSheetIds, date1904 };
}

/** Spreadsheet programs allow no longer ones, and the expression below would be slow with them. */
const MAX_FORMAT_CHARS = 255;

/** A format shows a date when a letter of a date stands outside of quotes, escapes and brackets. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(code.slice(0, MAX_FORMAT_CHARS).replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, ''));

/** Formats that have a number but no code: western dates and times, elapsed times, Asian dates. */
const isBuiltInDateFormat = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 45 && id <= 47) ||
  (id >= 27 && id <= 36) ||
  (id >= 50 && id <= 58);
