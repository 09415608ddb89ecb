import { Readable } from 'node:stream';
import type { Row, TableContent } from './table-content.ts';

/** The parts of a workbook that are the same whatever its rows are (ECMA-376, SpreadsheetML). */

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const SHEET_PART = 'xl/worksheets/sheet1.xml';

/** The header stays in view. */
const SHEET_START =
  `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews><sheetData>';
const SHEET_END = '</sheetData></worksheet>';

const relationships = (...targets: readonly (readonly [type: string, target: string])[]) =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const override = (part: string, type: string) =>
  `<Override PartName="/${part}" ContentType="${TYPES}.${type}+xml"/>`;

/** By their names in the archive. */
const FIXED_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    override('xl/workbook.xml', 'sheet.main') +
    override('xl/styles.xml', 'styles') +
    override(SHEET_PART, 'worksheet') +
    '</Types>',
  '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml':
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
    '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relationships(
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ),
  'xl/styles.xml':
    `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
    '<fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>' +
    '</styleSheet>',
};

type Cell = Row[string];

/** Some tens of kilobytes: each stage of the archive holds one piece. */
const ROWS_AT_ONCE = 100;

/**
 * A workbook with one sheet, in pieces. Texts become text cells: no program runs them. A batch is read
 * once the reader has taken what the previous one became.
 */
export async function* xlsxFile(table: TableContent): AsyncGenerator<Uint8Array> {
  const { default: yazl } = await import('yazl');
  const archive = new yazl.ZipFile();
  // yazl types it as the interface of older streams.
  const output = Readable.from(archive.outputStream, { highWaterMark: 1 });
  const sheet = Readable.from(sheetXml(table), { highWaterMark: 1 });
  // yazl pipes: an error of the source would end nothing.
  sheet.on('error', (error) => output.destroy(error));
  for (const [name, xml] of Object.entries(FIXED_PARTS)) archive.addBuffer(Buffer.from(xml), name);
  archive.addReadStream(sheet, SHEET_PART);
  archive.end();
  try {
    yield* output;
  } finally {
    // A reader that goes away ends the reading of batches.
    sheet.destroy();
  }
}

async function* sheetXml({ columns, batches }: TableContent): AsyncGenerator<Buffer> {
  const letters = columns.map((_name, index) => columnLetters(index));
  let row = 0;
  const rowXml = (cells: readonly Cell[]): string => {
    row += 1;
    const xml = cells.map((cell, index) => cellXml(`${letters[index]}${row}`, cell));
    return `<row r="${row}">${xml.join('')}</row>`;
  };
  yield Buffer.from(SHEET_START + rowXml(columns));
  for await (const rows of batches) {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const some = rows.slice(at, at + ROWS_AT_ONCE);
      const xml = some.map((cells) => rowXml(columns.map((name) => cells[name] ?? null)));
      yield Buffer.from(xml.join(''));
    }
  }
  yield Buffer.from(SHEET_END);
}

/** `A` for 0, `AB` for 27. */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) +
  String.fromCharCode(65 + (index % 26));

function cellXml(reference: string, cell: Cell): string {
  switch (typeof cell) {
    case 'string':
      return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${textXml(cell)}</t></is></c>`;
    case 'boolean':
      return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    case 'number':
      return `<c r="${reference}"><v>${cell}</v></c>`;
    default:
      return '';
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Removes U+FFFE and U+FFFF, which XML forbids and the format cannot escape. Other forbidden
 * characters, and a text that looks like such an escape, are escaped as `_x000D_`.
 */
const textXml = (text: string): string =>
  text
    .replace(/[\uFFFE\uFFFF]/g, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids.
    .replace(/[\0-\x08\x0B-\x1F]|_(?=x[0-9A-Fa-f]{4}_)/g, escaped)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');

const escaped = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
