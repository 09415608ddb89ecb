import { posix } from 'node:path';
import type { XmlHandlers } from '../xml-reader.ts';
import { notAWorkbook, type XlsxArchive } from './xlsx-archive.ts';

const MAX_PART_BYTES = 16_777_216;

/** The paths of the parts that the visible sheets of a workbook need. */
export interface Workbook {
  /** In the order of their tabs. */
  readonly sheets: readonly [string, ...string[]];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** Whether dates count days from 1904, as old Macintosh programs did, or from 1900. */
  readonly date1904: boolean;
}

/**
 * Finds the parts of the visible sheets. Hidden sheets and chart sheets are skipped.
 *
 * @throws AppError VALIDATION_ERROR when the archive is not a workbook or has no visible sheet.
 */
export async function readWorkbook(archive: XlsxArchive): Promise<Workbook> {
  const root = await relationshipsOf(archive, '');
  const workbookPart = root.find(ofType('officeDocument'))?.target;
  if (workbookPart === undefined) throw notAWorkbook();

  const relationships = await relationshipsOf(archive, workbookPart);
  const { visibleSheetIds, date1904 } = await contentsOf(archive, workbookPart);
  const parts = new Map(
    relationships.filter(ofType('worksheet')).map(({ id, target }) => [id, target]),
  );
  const [first, ...others] = visibleSheetIds.flatMap((id) => parts.get(id) ?? []);
  if (first === undefined) throw notAWorkbook();

  return {
    sheets: [first, ...others],
    sharedStrings: relationships.find(ofType('sharedStrings'))?.target,
    styles: relationships.find(ofType('styles'))?.target,
    date1904,
  };
}

/** The kind of number that a cell style shows: a number, a date or time, or an elapsed time. */
export type NumberStyle = 'number' | 'date' | 'elapsed';

/**
 * The kind of number that each cell style shows, by the index of the style.
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

/** Compares the last word of a type only: the words before it differ between editions. */
const ofType = (name: string) => (relationship: Relationship) =>
  relationship.type.endsWith(`/${name}`);

/** The relationships of a part, or of the archive itself for ''. */
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
      // Usually `r:id`, but a writer can choose another prefix.
      const idKey = Object.keys(attributes).find((key) => key.endsWith(':id'));
      visibleSheetIds.push(idKey && attributes[idKey]);
    },
  };
  await archive.read(workbookPart, handlers, MAX_PART_BYTES);
  return { visibleSheetIds, date1904 };
}

/** The limit of spreadsheet programs. */
const MAX_FORMAT_CHARS = 255;

/** A date letter outside of quotes, escapes and brackets makes a date; `[h]` an elapsed time. */
function styleOfFormat(formatCode: string): NumberStyle {
  const code = formatCode.slice(0, MAX_FORMAT_CHARS).replace(/"[^"]*"|\\.|[_*]./g, '');
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return 'elapsed';
  return /[ymdhs]/i.test(code.replace(/\[[^[\]]*\]/g, '')) ? 'date' : 'number';
}

/** Formats that have an id but no code: western dates and times, and Asian dates. */
const BUILT_IN_DATES = [14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 47].concat(
  [27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
  [50, 51, 52, 53, 54, 55, 56, 57, 58],
);
const BUILT_IN_ELAPSED = 46;

function styleOfBuiltInFormat(id: number): NumberStyle {
  if (id === BUILT_IN_ELAPSED) return 'elapsed';
  return BUILT_IN_DATES.includes(id) ? 'date' : 'number';
}
