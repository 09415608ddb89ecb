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

/** How a cell style shows a number: as itself, as a date or time, or as hours, minutes and seconds. */
export type NumberStyle = 'number' | 'date' | 'elapsed';

/**
 * How the cell styles show numbers, by the number of the style.
 *
 * @throws AppError VALIDATION_ERROR
 */
export async function readNumberStyles(
  archive: XlsxArchive,
  part: string,
): Promise<readonly NumberStyle[]> {
  const formats: string[] = [];
  const custom = new Map<string, NumberStyle>();
  await archive.read(
    part,
    {
      open(name, { numFmtId = '', formatCode = '' }, parent) {
        if (parent === 'numFmts') custom.set(numFmtId, styleOfFormat(formatCode));
        if (parent === 'cellXfs' && name === 'xf') formats.push(numFmtId);
      },
    },
    MAX_PART_BYTES,
  );
  return formats.map((id) => custom.get(id) ?? styleOfBuiltInFormat(Number(id)));
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
    open(name, attributes, parent) {
      // Excel for Mac writes a second one, x14:workbookPr, without the date system.
      if (name === 'workbookPr' && parent === 'workbook') {
        date1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      }
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

function styleOfFormat(formatCode: string): NumberStyle {
  const code = formatCode.slice(0, MAX_FORMAT_CHARS).replace(/"[^"]*"|\\.|[_*]./g, '');
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return 'elapsed';
  return /[ymdhs]/i.test(code.replace(/\[[^\]]*\]/g, '')) ? 'date' : 'number';
}

/** Formats with a number but no code: dates and times, Asian dates among them. */
const BUILT_IN_DATES = [14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 47].concat(
  [27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
  [50, 51, 52, 53, 54, 55, 56, 57, 58],
);
const BUILT_IN_ELAPSED = 46;

function styleOfBuiltInFormat(id: number): NumberStyle {
  if (id === BUILT_IN_ELAPSED) return 'elapsed';
  return BUILT_IN_DATES.includes(id) ? 'date' : 'number';
}
