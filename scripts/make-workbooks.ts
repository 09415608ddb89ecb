import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes the workbooks in test/fixtures/workbooks, which test/unit/formats/workbooks.test.ts reads. Run it
 * only to change them: each run changes their time stamps. It needs two programs that the project
 * does not install:
 *
 *     apt-get install --no-install-recommends libreoffice-calc-nogui
 *     npm install --no-save exceljs@4.4.0
 */
const FOLDER = 'test/fixtures/workbooks';

/** The name is a variable because the project has no types for the package. */
const EXCELJS: string = 'exceljs';
const { default: exceljs } = await import(EXCELJS);

const temporary = mkdtempSync(join(tmpdir(), 'workbooks-'));
try {
  convert('types.fods', 'libreoffice-types.xlsx');
  // 59 is the semicolon, 34 the quote, 76 UTF-8, 1 the first row, 1033 English (for dates).
  convert(
    'plain.csv',
    'libreoffice-csv.xlsx',
    'Text - txt - csv (StarCalc):59,34,76,1,,1033,false,true',
  );
} finally {
  rmSync(temporary, { recursive: true });
}
await writeTypes();
await writeOldMacintosh();
await writeStream();

/** Makes LibreOffice save a file of the folder as a workbook. */
function convert(source: string, target: string, inputFilter?: string): void {
  execFileSync('soffice', [
    ...['--headless', `-env:UserInstallation=file://${temporary}/profile`],
    ...(inputFilter ? [`--infilter=${inputFilter}`] : []),
    ...['--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', temporary],
    join(FOLDER, source),
  ]);
  copyFileSync(join(temporary, source.replace(/\.\w+$/, '.xlsx')), join(FOLDER, target));
}

/** A hidden first sheet, and a second one with a cell of every type that exceljs knows. */
async function writeTypes(): Promise<void> {
  const workbook = new exceljs.Workbook();
  workbook.addWorksheet('Notes', { state: 'veryHidden' }).addRow(['hidden']);
  const sheet = workbook.addWorksheet('Gäste');
  sheet.getRow(2).values = ['Kind', 'Wert', 'Größe'];
  const day = new Date('2026-05-14T00:00:00Z');
  const moment = new Date('2026-05-14T09:30:00Z');
  const cells: readonly (readonly [kind: string, value: unknown, numFmt?: string])[] = [
    ['umlauts', 'Zoë Müßiggang & Łukasz <東京> 😀'],
    ['lines', 'one\ntwo "three"'],
    ['blanks', '  between blanks  '],
    ['bold', { richText: [{ text: 'plain ' }, { text: 'bold', font: { bold: true } }] }],
    ['link', { text: 'Example', hyperlink: 'https://example.org/' }],
    ['leading zeros', '0042'],
    ['formula as text', '=1+1'],
    ['long', 'ab '.repeat(3_333)],
    ['integer', 7_000_000_001],
    ['largest id', Number.MAX_SAFE_INTEGER],
    ['fraction', -0.1],
    ['exponent', 1.5e-7],
    ['price', 1_234.5, '#,##0.00 [$€-407];[Red]-#,##0.00 [$€-407]'],
    ['true', true],
    ['false', false],
    ['day', day],
    ['day and time', moment, 'dd/mm/yyyy hh:mm'],
    ['long day', day, '[$-407]dddd, d. mmmm yyyy'],
    ['time', 0.395833333333333, 'hh:mm AM/PM'],
    ['elapsed time', 1.51041666666667, '[h]:mm:ss'],
    ['sum', { formula: 'SUM(1,2)', result: 3 }],
    ['joined', { formula: '"a"&"<b>"', result: 'a<b>' }],
    ['comparison', { formula: '2>1', result: true }],
    [
      'day after',
      { formula: 'DATE(2026,5,14)+1', result: new Date('2026-05-15T00:00:00Z') },
      'yyyy-mm-dd',
    ],
    ['not calculated', { formula: 'NOW()' }],
    ['failed', { formula: '1/0', result: { error: '#DIV/0!' } }],
    ['error', { error: '#N/A' }],
  ];
  for (const [index, [kind, value, numFmt]] of cells.entries()) {
    const row = sheet.getRow(4 + 2 * index);
    row.getCell(1).value = kind;
    row.getCell(2).value = value;
    if (numFmt) row.getCell(2).numFmt = numFmt;
  }
  const shared = sheet.getRow(4 + 2 * cells.length);
  shared.values = ['shared formula', { formula: 'LEN(A4)', result: 7 }, 1];
  const merged = sheet.getRow(6 + 2 * cells.length);
  merged.values = ['merged', 'over two columns', null];
  sheet.mergeCells(merged.number, 2, merged.number, 3);
  merged.getCell(2).note = 'A comment';
  sheet.getCell('AA100').value = 'far away';
  workbook.addWorksheet('Other').addRow(['other']);
  await workbook.xlsx.writeFile(join(FOLDER, 'exceljs-types.xlsx'));
}

/** Days counted from 1904. */
async function writeOldMacintosh(): Promise<void> {
  const workbook = new exceljs.Workbook();
  workbook.properties.date1904 = true;
  const sheet = workbook.addWorksheet('Sheet 1');
  sheet.addRow(['name', 'joined_on']);
  sheet.addRow(['Zoë', new Date('2026-05-14T00:00:00Z')]);
  await workbook.xlsx.writeFile(join(FOLDER, 'exceljs-1904.xlsx'));
}

/** As the streaming writer of exceljs writes: texts in the cells, no table of shared strings. */
async function writeStream(): Promise<void> {
  const filename = join(FOLDER, 'exceljs-stream.xlsx');
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename });
  const sheet = workbook.addWorksheet('Gäste');
  sheet.columns = ['messenger_id', 'name', 'joined_on'].map((name) => ({
    key: name,
    header: name,
  }));
  const joined_on = new Date('2026-05-14T00:00:00Z');
  sheet.addRow({ messenger_id: 7_000_000_001, name: 'Zoë', joined_on }).commit();
  sheet.addRow({}).commit();
  sheet.addRow({ messenger_id: 7_000_000_002, name: 'two\nlines' }).commit();
  await workbook.commit();
}
