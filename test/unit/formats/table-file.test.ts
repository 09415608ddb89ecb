import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { parsedRows } from '../../../src/formats/tables/csv-rows.ts';
import { openTable } from '../../../src/formats/tables/table-file.ts';
import { XmlReader } from '../../../src/formats/xml-reader.ts';
import { aWorkbook } from '../../support/workbooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function saved(content: string | Uint8Array): string {
  const path = join(folder, `${++files}`);
  writeFileSync(path, content);
  return path;
}

interface Named {
  keys?: readonly string[];
  known?: readonly string[];
  maxCharsOf?: ((column: string) => number | undefined) | undefined;
}

/** An unreadable row by its sentence alone. */
const said = (row: unknown) => {
  if (!(row instanceof Object && 'error' in row)) return row;
  const { code: _, params: __, ...rest } = row as Record<string, unknown>;
  return rest;
};

/** The columns, the warnings and all rows of a file. */
async function read(content: string | Uint8Array, maxRows = 100_000, named: Named = {}) {
  await using table = await openTable(saved(content), { maxRows, ...named });
  const rows: object[] = [];
  for await (const row of table.rows) rows.push(row);
  return {
    columns: table.columns,
    warnings: table.warnings.map(({ message }) => message),
    rows: rows.map(said),
  };
}

const rowsOf = async (content: string | Uint8Array, maxCharsOf?: Named['maxCharsOf']) =>
  (await read(content, 100_000, { maxCharsOf })).rows;

const refusal = (code: string, message: string | RegExp) =>
  expect.objectContaining({
    code,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });

const refused = (message: string | RegExp) => refusal('VALIDATION_ERROR', message);

describe('a CSV file', () => {
  const text = 'messenger_id;first_name\n7;Zoë\n8;Łukasz\n';
  const rows = [
    { row: 2, cells: { messenger_id: '7', first_name: 'Zoë' } },
    { row: 3, cells: { messenger_id: '8', first_name: 'Łukasz' } },
  ];

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('is read as %s', async (_encoding, bytes) => {
    expect(await read(bytes)).toEqual({
      columns: ['messenger_id', 'first_name'],
      warnings: [],
      rows,
    });
  });

  it('is read as Windows-1252, with a warning, when it is not UTF-8', async () => {
    const bytes = Buffer.from('first_name,company\nZoë,Preis 5 \x80\n', 'latin1');

    expect(await read(bytes)).toEqual({
      columns: ['first_name', 'company'],
      warnings: ['The file is not UTF-8; it was read as Windows-1252'],
      rows: [{ row: 2, cells: { first_name: 'Zoë', company: 'Preis 5 €' } }],
    });
  });

  it('is decoded by its whole content, so that a late byte garbles no earlier row', async () => {
    const plain = `${'n'.repeat(100)}\n`.repeat(2_000);
    const { rows, warnings } = await read(Buffer.from(`name\n${plain}Zoë\n`, 'latin1'));

    expect(warnings).toHaveLength(1);
    expect(rows.at(-1)).toEqual({ row: 2_002, cells: { name: 'Zoë' } });
  });

  it.each([0, 1, 2, 3])('keeps characters whole across chunks (shifted by %i)', async (by) => {
    const name = `${'x'.repeat(by)}${'😀'.repeat(2_000)}`;
    const rows = await rowsOf(`name\n${`${name}\n`.repeat(30)}`);

    expect(rows).toHaveLength(30);
    for (const row of rows) expect(row).toMatchObject({ cells: { name } });
  });

  it.each([
    ['commas', 'a,b\n1,2;3'],
    ['semicolons', 'a;b\n1;2,3'],
    ['tabs', 'a\tb\n1\t2;3'],
    ['semicolons outside of quotes', '"a,,,";b\n1;2,3'],
    ['commas, after a line break in quotes', '"a\n;;;",b\n1,2;3'],
    ['commas, after blank lines', '\n\na,b\n1,2;3'],
  ])('is split at %s', async (_delimiter, content) => {
    const { columns, rows } = await read(content);
    expect(columns).toHaveLength(2);
    expect(rows).toEqual([{ row: expect.any(Number), cells: expect.anything() }]);
  });

  it('has one column when it has no delimiter', async () => {
    expect(await read('messenger_id\n7\n')).toMatchObject({
      columns: ['messenger_id'],
      rows: [{ row: 2, cells: { messenger_id: '7' } }],
    });
  });

  it('keeps empty cells between tabs', async () => {
    expect(await rowsOf('a\tb\tc\n\t\t3\n1\t\t\n')).toEqual([
      { row: 2, cells: { c: '3' } },
      { row: 3, cells: { a: '1' } },
    ]);
  });

  it.each([
    ['plain', '1,2', { a: '1', b: '2' }],
    ['quoted', '"1,2","say ""hi"""', { a: '1,2', b: 'say "hi"' }],
    ['with line breaks', '"one\r\ntwo","x\ny"', { a: 'one\r\ntwo', b: 'x\ny' }],
    ['with spaces around them', '  1 ,\u00A02\u00A0', { a: '1', b: '2' }],
    ['with spaces around the quotes', ' "1" , "2,3" ', { a: '1', b: '2,3' }],
    ['with text after the quotes', '"1,"x,"2""" y', { a: '1,x', b: '2" y' }],
    ['with quotes in the middle', 'Joe "JJ" Doe,5" disk', { a: 'Joe "JJ" Doe', b: '5" disk' }],
    ['empty', ',2', { b: '2' }],
    ['empty in quotes', '"",2', { b: '2' }],
    ['left out at the end', '1', { a: '1' }],
    ['empty beyond the last column', '1,2,,,', { a: '1', b: '2' }],
  ])('may have cells %s', async (_case, line, cells) => {
    expect(await rowsOf(`a,b\n${line}\n`)).toEqual([{ row: 2, cells }]);
  });

  it.each([
    ['LF', 'a\n1\n2\n'],
    ['CRLF', 'a\r\n1\r\n2\r\n'],
    ['CR', 'a\r1\r2\r'],
    ['LF and CRLF', 'a\r\n1\n2\r\n'],
    ['none at its end', 'a\n1\n2'],
  ])('may end its lines with %s', async (_case, content) => {
    expect(await rowsOf(content)).toEqual([
      { row: 2, cells: { a: '1' } },
      { row: 3, cells: { a: '2' } },
    ]);
  });

  it('numbers its rows as spreadsheet programs do', async () => {
    expect(await rowsOf('\na,b\n\n"one\ntwo",2\n,\n   \n3,4\n')).toEqual([
      { row: 4, cells: { a: 'one\ntwo', b: '2' } },
      { row: 7, cells: { a: '3', b: '4' } },
    ]);
  });

  it('drops quotes before text after blank lines and between tabs too', async () => {
    expect(await rowsOf('a,b\n\n \t \n"1,"x,2\n')).toEqual([
      { row: 4, cells: { a: '1,x', b: '2' } },
    ]);
    expect(await rowsOf('a\tb\n\n\t"1\t"x\n')).toEqual([{ row: 3, cells: { b: '1\tx' } }]);
  });

  it('may have no rows', async () => {
    expect(await read('a,b\n')).toEqual({ columns: ['a', 'b'], warnings: [], rows: [] });
  });

  it.each([
    ['holds a NUL', 'x\u0000y', 'b', 'expected readable characters'],
    ['was garbled by another program', 'x\uFFFDy', 'b', 'expected readable characters'],
    ['has a cell that is too long', 'x'.repeat(10_001), 'b', 'expected at most 10,000 characters'],
    [
      'has a formula that failed',
      '#DIV/0!',
      'b',
      'expected a value, but the formula gives #DIV/0!',
    ],
    ['has a cell too many', '2,3', null, 'expected no more cells than columns'],
  ])('loses only the row that %s', async (_case, cell, field, error) => {
    expect(await rowsOf(`a,b\n1,${cell}\n4,5\n`)).toEqual([
      { row: 2, field, error },
      { row: 3, cells: { a: '4', b: '5' } },
    ]);
  });

  it('loses only the row with half of a surrogate pair', async () => {
    const bytes = Buffer.from('\uFEFFa\nx\uD83Dy\n5\n', 'utf16le');
    expect(await rowsOf(bytes)).toEqual([
      { row: 2, field: 'a', error: 'expected readable characters' },
      { row: 3, cells: { a: '5' } },
    ]);
  });

  it('keeps a cell of the longest length', async () => {
    const a = 'ü'.repeat(10_000);
    expect(await rowsOf(`a\n${a}\n`)).toEqual([{ row: 2, cells: { a } }]);
  });

  it.each([
    ['a quote is never closed', 'a,b\n1,2\n"3,4\n', 'file: expected a closing quote in row 3'],
    [
      'a quote is never closed in a large file',
      `a,b\n\n1,"2\n${'3,4\n'.repeat(300_000)}`,
      'file: expected a shorter row 3; perhaps a closing quote is missing',
    ],
    ['a row has very many quotes', `a\n${'x"'.repeat(600_000)}`, /a shorter row 2/],
    ['a row has no end', `a,b\n${','.repeat(1_200_000)}`, /a shorter row 2/],
    ['a row has very many cells', `a,b\n${','.repeat(200_000)}\n1,2\n`, /a shorter row 2/],
    ['a row has no end in spite of its lines', `a\n${'"\n",'.repeat(300_000)}`, /a shorter row 2/],
    [
      'it has millions of blank lines',
      `a\n${'\n'.repeat(1_100_000)}`,
      /expected at most 1,048,576 lines/,
    ],
  ])('is refused when %s', async (_case, content, message) => {
    await expect(read(content)).rejects.toEqual(refused(message));
  });
});

describe('the CSV parser', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r', '😀') });
  const tables = fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

  async function* decoded(bytes: Buffer, encoding: string, pieceBytes: number) {
    const decoder = new TextDecoder(encoding);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
    }
    yield decoder.decode();
  }

  it.each(['utf-8', 'utf-16le'] as const)(
    'gives back every table, wherever its bytes are cut into pieces (%s)',
    async (encoding) => {
      const dialect = { delimiter: ',', lineBreaks: ['\r\n', '\n'] };
      await fc.assert(
        fc.asyncProperty(tables, fc.integer({ min: 1, max: 9 }), async (table, pieceBytes) => {
          const text = table.map((row) => row.map(quoted).join(',')).join('\n');
          const pieces = decoded(Buffer.from(text, encoding), encoding, pieceBytes);
          const rows: unknown[] = [];
          for await (const { cells } of parsedRows(pieces, dialect)) rows.push(cells);
          expect(rows).toEqual(table);
        }),
      );
    },
  );
});

describe('the header', () => {
  it('is trimmed, in lower case and in Unicode form NFC', async () => {
    const { columns } = await read(' Messenger_ID ,"First\nName",JOSE\u0301\n');
    expect(columns).toEqual(['messenger_id', 'first\nname', 'josé']);
  });

  it('ignores empty columns on its right', async () => {
    expect(await read('a,b,,\n1,2,,\n1,2,,4\n')).toMatchObject({
      columns: ['a', 'b'],
      rows: [
        { row: 2, cells: { a: '1', b: '2' } },
        { row: 3, cells: { a: '1', b: '2' } },
      ],
    });
  });

  it('skips columns without a name, and their cells', async () => {
    expect(await read(',a,,b\n0,1,x,2\n,,x,\n')).toMatchObject({
      columns: ['a', 'b'],
      rows: [{ row: 2, cells: { a: '1', b: '2' } }],
    });
  });

  it.each([
    ['is missing', '', 'file: expected a header line'],
    ['is blank', ' \n,,\n\n', 'file: expected a header line'],
    [
      'names a column twice',
      'Name, name\n',
      'file: expected different column names, "name" appears twice',
    ],
    ['is no text', 'a,\u0000\n', 'file: the name of column 2: expected readable characters'],
    ['has a very long name', `${'x'.repeat(201)}\n`, /column 1: expected at most 200 characters/],
    [
      'has very many columns',
      `${Array.from({ length: 257 }, (_, n) => n)}\n`,
      'file: expected at most 256 columns',
    ],
  ])('is refused when it %s', async (_case, content, message) => {
    await expect(read(content)).rejects.toEqual(refused(message));
  });

  it('may have the names of properties of Object', async () => {
    const { columns, rows } = await read('__proto__,constructor,toString\nx,y,\n');
    const [row] = rows as [{ cells: Record<string, string> }];

    expect(columns).toEqual(['__proto__', 'constructor', 'tostring']);
    expect(Object.entries(row.cells)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(row.cells.toString).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});

describe('the header with a key column', () => {
  const named = { keys: ['messenger_id', 'username'], known: ['messenger_id', 'first_name'] };
  const readNamed = (content: string | Uint8Array) => read(content, 100, named);
  const people = [{ row: 2, cells: { messenger_id: '7', first_name: 'Zoë' } }];

  it.each([
    'messenger_id,first_name',
    'Messenger ID,First Name',
    'messengerId,firstName',
    'MESSENGERID,FIRST-NAME',
    ' Messenger\u00A0Id , first__name ',
  ])('has its known columns as %s', async (header) => {
    expect(await readNamed(`${header}\n7,Zoë\n`)).toEqual({
      columns: ['messenger_id', 'first_name'],
      warnings: [],
      rows: people,
    });
  });

  it('keeps other names', async () => {
    const { columns } = await readNamed('Messenger ID,Shoe Size,_\n');
    expect(columns).toEqual(['messenger_id', 'shoe size', '_']);
  });

  it('refuses two spellings of one name', async () => {
    const message = 'file: expected different column names, "messenger_id" appears twice';
    await expect(readNamed('Messenger ID,messengerId\n')).rejects.toEqual(refused(message));
  });

  it.each([
    ['a title', 'Guests of 2026\n', 2],
    ['a title with delimiters', '"Guests, sponsors, press",,\n\n', 3],
    ['a title with other delimiters', 'Guests, sponsors, press, crew\n', 2],
    ['a title over two lines and remarks', '"Guests\nof 2026"\nAs of May\n', 3],
  ])('is found below %s', async (_case, above, row) => {
    expect(await readNamed(`${above}Messenger ID;First Name\n7;Zoë\n`)).toMatchObject({
      columns: ['messenger_id', 'first_name'],
      rows: [{ row: row + 1, cells: { messenger_id: '7', first_name: 'Zoë' } }],
    });
  });

  it.each([
    ['sep=;\n', ';'],
    ['sep=,\r\n', ','],
    ['"sep=|"\n', '|'],
    ['\uFEFFSEP=\t\r\n', '\t'],
  ])('is row 1 after the line %j, which spreadsheet programs do not show', async (line, by) => {
    const content = `${line}messenger_id${by}first_name\n7${by}Zoë\n`;
    expect(await readNamed(content)).toMatchObject({ rows: people });
  });

  it('is found on the first sheet that has it', async () => {
    const bytes = aWorkbook({
      'Read me': [['How to fill in this list'], ['Ask Ada']],
      Empty: [],
      People: [['Our guests'], ['Messenger ID', 'First Name'], [7, 'Zoë']],
      Old: [['messenger_id'], [8]],
    });
    expect(await readNamed(bytes)).toMatchObject({
      columns: ['messenger_id', 'first_name'],
      rows: [{ row: 3, cells: { messenger_id: '7', first_name: 'Zoë' } }],
    });
  });

  it('names the columns that were found when no key is among them', async () => {
    await expect(readNamed('Guests\nID,Name,,E-Mail\n7,Zoë\n')).rejects.toEqual(
      refused('file: expected a column messenger_id or username, found "ID", "Name", "E-Mail"'),
    );
    const bytes = aWorkbook({ People: [['Name', 'x'.repeat(90)]] });
    await expect(readNamed(bytes)).rejects.toEqual(
      refused(
        `file: expected a column messenger_id or username, found "Name", "${'x'.repeat(50)}"`,
      ),
    );
  });

  it('is searched in the first rows only', async () => {
    const content = `${'note\n'.repeat(10)}messenger_id\n7\n`;
    await expect(readNamed(content)).rejects.toEqual(refused(/found "note"$/));
  });
});

describe('the number of rows', () => {
  it('may reach the limit; blank rows and the header are not counted', async () => {
    expect((await read('a\n1\n\n\n2\n3\n\n', 3)).rows).toHaveLength(3);
  });

  it('refuses the file at the first row beyond the limit', async () => {
    const table = await openTable(saved('a\n1\n2\n3\n4\n'), { maxRows: 2 });
    const rows: unknown[] = [];
    const reading = (async () => {
      for await (const row of table.rows) rows.push(row);
    })();

    await expect(reading).rejects.toEqual(refused('file: expected at most 2 rows'));
    expect(rows).toHaveLength(2);
  });

  it('has a thousands separator in the error', async () => {
    await expect(read(`a\n${'1\n'.repeat(1_001)}`, 1_000)).rejects.toEqual(
      refused('file: expected at most 1,000 rows'),
    );
  });
});

describe('a file that is not a table', () => {
  it.each([
    ['a PNG picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
    ['a JPEG picture', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['an old or protected workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
    ['something compressed', Buffer.from('1f8b0800000000000003', 'hex')],
  ])('is refused by its content: %s', async (_kind, bytes) => {
    await expect(read(bytes)).rejects.toEqual(
      refusal('UNSUPPORTED_MEDIA_TYPE', 'file: expected .csv or .xlsx'),
    );
  });
});

interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  // The false declaration of the archive about the part.
  readonly declaredSize?: number;
  readonly checksum?: number;
  readonly encrypted?: boolean;
}

/** A zip archive made by hand, so that a test can make any of its fields wrong. */
function zip(parts: readonly Part[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredSize, checksum, encrypted } of parts) {
    const bytes = Buffer.from(content);
    const deflated = deflateRawSync(bytes);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(encrypted ? 1 : 0, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(checksum ?? crc32(bytes), 10);
    header.writeUInt32LE(deflated.length, 14);
    header.writeUInt32LE(declaredSize ?? bytes.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const start = [Buffer.from('PK\x03\x04'), header, Buffer.from(name), deflated];
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), header, position, Buffer.from(name));
    local.push(...start);
    offset += start.reduce((sum, piece) => sum + piece.length, 0);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(central).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, ...central, end]);
}

const relationships = (targets: Record<string, string>) =>
  `<Relationships>${Object.entries(targets)
    .map(([type, target], n) => `<Relationship Id="rId${n}" Type="x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const SHEET = 'xl/worksheets/sheet1.xml';
const SHARED = 'xl/sharedStrings.xml';

/** The usual parts of a workbook and the given ones, which replace parts of the same name. */
function parts(own: Record<string, string | Buffer>): Part[] {
  const usual = {
    '_rels/.rels': relationships({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="rId0"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships({
      worksheet: 'worksheets/sheet1.xml',
      sharedStrings: '/xl/sharedStrings.xml',
      styles: 'styles.xml',
    }),
    'xl/styles.xml': `<styleSheet>
      <numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>
        <numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/>
        <numFmt numFmtId="166" formatCode="[$-409][hh]:mm"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/>
        <xf numFmtId="166"/><xf numFmtId="46"/></cellXfs>
    </styleSheet>`,
    [SHARED]: '<sst/>',
  };
  return Object.entries({ ...usual, ...own }).map(([name, content]) => ({ name, content }));
}

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const workbook = (rows: string, own: Record<string, string | Buffer> = {}) =>
  zip(parts({ [SHEET]: sheet(rows), ...own }));

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

/** A workbook with the column `a` and one row. */
const column = (cell: string, own: Record<string, string | Buffer> = {}) =>
  workbook(`<row r="1">${inline('a')}</row><row r="2">${cell}</row>`, own);

describe('a workbook', () => {
  it('is read like a CSV file', async () => {
    const bytes = aWorkbook({
      People: [
        ['Messenger_ID', 'Name', 'Speaker', 'Joined_on', 'Seen_at'],
        [7_000_000_001, 'Zoë', true, new Date('2026-05-14'), new Date('2026-05-14T09:30:00Z')],
        [],
        [Number.MAX_SAFE_INTEGER, null, false],
      ],
      Other: [['b']],
    });

    expect(await read(bytes)).toEqual({
      columns: ['messenger_id', 'name', 'speaker', 'joined_on', 'seen_at'],
      warnings: [],
      rows: [
        {
          row: 2,
          cells: {
            messenger_id: '7000000001',
            name: 'Zoë',
            speaker: 'true',
            joined_on: '2026-05-14',
            seen_at: '2026-05-14T09:30:00',
          },
        },
        { row: 4, cells: { messenger_id: '9007199254740991', speaker: 'false' } },
      ],
    });
  });

  it.each([
    ['an integer', '<c><v>1234567890</v></c>', '1234567890'],
    ['an integer with an exponent', '<c><v>1.23456789E9</v></c>', '1234567890'],
    ['the largest id', '<c t="n"><v>9007199254740991</v></c>', '9007199254740991'],
    ['an integer too large to be exact', '<c><v>9007199254740993</v></c>', '9007199254740993'],
    ['a fraction', '<c><v>1.1000000000000001</v></c>', '1.1'],
    ['a number that looks whole', '<c><v>5.0</v></c>', '5'],
    ['true', '<c t="b"><v>1</v></c>', 'true'],
    ['false', '<c t="b"><v>0</v></c>', 'false'],
    ['a day', '<c s="1"><v>46156</v></c>', '2026-05-14'],
    ['a day in a custom format', '<c s="2"><v>46156</v></c>', '2026-05-14'],
    ['a day and time', '<c s="1"><v>46156.395833333336</v></c>', '2026-05-14T09:30:00'],
    ['a time', '<c s="1"><v>0.395833333333333</v></c>', '09:30:00'],
    ['an elapsed time', '<c s="4"><v>1.5104166666667</v></c>', '36:15:00'],
    ['an elapsed time of less than a day', '<c s="5"><v>0.0625</v></c>', '01:30:00'],
    ['an elapsed time of months', '<c s="5"><v>1000</v></c>', '24000:00:00'],
    ['a negative elapsed time', '<c s="5"><v>-0.5</v></c>', '-0.5'],
    ['the first day of 1900', '<c s="1"><v>1</v></c>', '1900-01-01'],
    [
      'the day before 29 February 1900, which only Excel has',
      '<c s="1"><v>59</v></c>',
      '1900-02-28',
    ],
    ['the day after 29 February 1900', '<c s="1"><v>61</v></c>', '1900-03-01'],
    ['a number in a custom format', '<c s="3"><v>46156</v></c>', '46156'],
    ['a number too large for a day', '<c s="1"><v>1e9</v></c>', '1000000000'],
    ['a day as ISO text', '<c t="d"><v>2026-05-14</v></c>', '2026-05-14'],
    ['a formula with a number', '<c><f>SUM(1,2)</f><v>3</v></c>', '3'],
    ['a formula with a text', '<c t="str"><f>A1</f><v>hi &amp; bye</v></c>', 'hi & bye'],
    ['an inline text', inline('  hi '), 'hi'],
    ['a formatted text', '<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', 'ab'],
    [
      'a text with its pronunciation',
      '<c t="inlineStr"><is><t>東京</t><rPh><t>トウキョウ</t></rPh></is></c>',
      '東京',
    ],
    ['a text with escapes', inline('a_x000A_b_x005F_x'), 'a\nb_x'],
    ['a text in CDATA', inline('<![CDATA[a < b]]>'), 'a < b'],
  ])('may hold %s', async (_case, cell, a) => {
    expect(await rowsOf(column(cell))).toEqual([{ row: 2, cells: { a } }]);
  });

  it.each([
    ['', '2026-05-14'],
    // Excel for Mac writes a second element with this name, in another namespace.
    ['<extLst><ext><x14:workbookPr defaultImageDpi="32767"/></ext></extLst>', '2026-05-14'],
  ])('may count days from 1904 (%j)', async (extension, a) => {
    const book = `<workbook><workbookPr date1904="1"/><sheets><sheet r:id="rId0"/></sheets>
      ${extension}</workbook>`;
    const rows = await rowsOf(column('<c s="1"><v>44694</v></c>', { 'xl/workbook.xml': book }));
    expect(rows).toEqual([{ row: 2, cells: { a } }]);
  });

  it('may have shared strings', async () => {
    const texts = ['a', 'Zoë', '', '東京'].map((text) => `<si><t>${text}</t></si>`).join('');
    const formatted = '<si><r><rPr/><t>x</t></r><r><t>y</t></r><rPh><t>z</t></rPh></si>';
    const cells = [0, 1, 2, 3, 4].map((n) => `<row><c t="s"><v>${n}</v></c></row>`).join('');

    expect(await rowsOf(workbook(cells, { [SHARED]: `<sst>${texts}${formatted}</sst>` }))).toEqual([
      { row: 2, cells: { a: 'Zoë' } },
      { row: 4, cells: { a: '東京' } },
      { row: 5, cells: { a: 'xy' } },
    ]);
  });

  it('is read up to the limit of each column, and its other rows go on', async () => {
    const texts = ['a', 'b', 'é'.repeat(9_000), `${' '.repeat(500)}x`, '_x0041_'.repeat(15), 'B'];
    const shared = texts.map((text) => `<si><t>${text}</t></si>`).join('');
    const row = (...cells: number[]) =>
      `<row>${cells.map((n) => `<c t="s"><v>${n}</v></c>`).join('')}</row>`;
    const rows = [row(0, 1), row(2, 5), row(3, 5), row(4, 5), row(5, 2)].join('');
    const maxCharsOf = (name: string) => (name === 'a' ? 20 : 0);

    expect(await rowsOf(workbook(rows, { [SHARED]: `<sst>${shared}</sst>` }), maxCharsOf)).toEqual([
      { row: 2, field: 'a', error: 'expected at most 20 characters' },
      { row: 3, cells: { a: 'x' } },
      { row: 4, cells: { a: 'A'.repeat(15) } },
      // What is in a column that is not read does not matter.
      { row: 5, cells: { a: 'B' } },
    ]);
  });

  it('keeps row numbers and columns when rows and cells are omitted', async () => {
    const rows = `<row r="2"><c r="B2" t="str"><v>b</v></c><c r="A2" t="str"><v>a</v></c></row>
      <row r="5"><c r="B5"><v>1</v></c></row>
      <row r="9"><c r="A9" s="1"/><c r="XFD9" s="1"/></row>
      <row r="1048576"><c r="A1048576"><v>2</v></c></row>`;

    expect(await read(workbook(rows))).toMatchObject({
      columns: ['a', 'b'],
      rows: [
        { row: 5, cells: { b: '1' } },
        { row: 1_048_576, cells: { a: '2' } },
      ],
    });
  });

  it('may have element names with a prefix and paths in other letter case', async () => {
    const rows = `<x:worksheet xmlns:x="m"><x:sheetData>
      <x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>
      <x:row r="2"><x:c r="A2"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const bytes = zip(parts({ 'XL/Worksheets/Sheet1.xml': rows }));

    expect(await rowsOf(bytes)).toEqual([{ row: 2, cells: { a: '5' } }]);
  });

  it('may have extension elements named row after its sheet data', async () => {
    const after = '<controls><from><xdr:row>7</xdr:row></from></controls></worksheet>';
    const before = sheet(`<row>${inline('a')}</row><row><c><v>5</v></c></row>`);
    const bytes = workbook('', { [SHEET]: before.replace('</worksheet>', after) });
    expect(await rowsOf(bytes)).toEqual([{ row: 2, cells: { a: '5' } }]);
  });

  it('may begin with hidden sheets and chart sheets', async () => {
    const own = {
      'xl/workbook.xml': `<workbook><sheets><sheet state="veryHidden" r:id="rId1"/>
        <sheet r:id="rId0"/><sheet r:id="rId2"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>
        <Relationship Id="rId0" Type="x/chartsheet" Target="chart.xml"/>
        <Relationship Id="rId1" Type="x/worksheet" Target="hidden.xml"/>
        <Relationship Id="rId2" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    };
    expect(await rowsOf(column('<c><v>5</v></c>', own))).toEqual([{ row: 2, cells: { a: '5' } }]);
  });

  it.each([
    ['has a formula that failed', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', 'a', /#DIV\/0!/],
    [
      'has a formula of which the result does not fit',
      '<c t="e"><f>A1:A9</f><v>#SPILL!</v></c>',
      'a',
      /#SPILL!/,
    ],
    ['has a very long cell', inline('x'.repeat(500_000)), 'a', /at most 10,000 characters/],
    ['has a very long cell in escapes', inline('_x0041_'.repeat(10_001)), 'a', /at most 10,000/],
    ['has half of a surrogate pair', inline('_xD83D_'), 'a', 'expected readable characters'],
    ['has a NUL', inline('_x0000_a'), 'a', 'expected readable characters'],
  ])('loses only the row that %s', async (_case, cell, field, error) => {
    const rows = `<row r="1">${inline('a')}</row><row r="2">${cell}</row>
      <row r="3"><c r="A3"><v>5</v></c></row>`;

    expect(await rowsOf(workbook(rows))).toEqual([
      { row: 2, field, error: expect.stringMatching(error) },
      { row: 3, cells: { a: '5' } },
    ]);
  });

  it.each(['B2', 'XFD2'])('skips a cell in a column without a name (%s)', async (cell) => {
    const rows = `<row r="1">${inline('a')}</row><row r="2"><c r="A2"><v>4</v></c>
      <c r="${cell}"><v>1</v></c></row><row r="3"><c r="A3"><v>5</v></c></row>`;

    expect(await rowsOf(workbook(rows))).toEqual([
      { row: 2, cells: { a: '4' } },
      { row: 3, cells: { a: '5' } },
    ]);
  });

  it('refuses the file at the first row beyond the limit', async () => {
    const bytes = workbook(
      [inline('a'), inline('b'), inline('c')].map((c) => `<row>${c}</row>`).join(''),
    );
    expect((await read(bytes, 2)).rows).toHaveLength(2);
    await expect(read(bytes, 1)).rejects.toEqual(refused('file: expected at most 1 rows'));
  });
});

describe('a file that is not a workbook', () => {
  const good = column('<c><v>1</v></c>');
  const without = (missing: string) =>
    zip(parts({ [SHEET]: sheet('') }).filter(({ name }) => name !== missing));

  it.each([
    ['another archive', zip([{ name: 'readme.txt', content: 'hello' }])],
    ['an archive cut short', good.subarray(0, good.length - 30)],
    ['an archive damaged inside', Buffer.from(good).fill(0xff, 60, 120)],
    ['a workbook without its list of parts', without('xl/_rels/workbook.xml.rels')],
    ['a workbook without its sheet', without(SHEET)],
    ['a workbook without its texts', without(SHARED)],
    ['a workbook with a part twice', zip([...parts({}), ...parts({ [SHEET]: sheet('') })])],
    ['a sheet that ends in the middle', workbook('', { [SHEET]: '<worksheet><sheetData><row>' })],
    [
      'a workbook with a wrong checksum',
      zip(parts({ [SHEET]: sheet('') }).map((part) => ({ ...part, checksum: 1 }))),
    ],
    ['a sheet whose rows go back', workbook('<row r="2"/><row r="1"/>')],
    ['a sheet with a row number that is not a number', workbook('<row r="x"/>')],
    ['a cell without a column', column('<c r="2"><v>9</v></c>')],
    ['a cell with the number of no shared string', column('<c t="s"><v>9</v></c>')],
    ['a cell with a fraction for a shared string', column('<c t="s"><v>0.5</v></c>')],
  ])('is refused: %s', async (_case, bytes) => {
    await expect(read(bytes)).rejects.toEqual(refused('file: expected an .xlsx workbook'));
  });

  it('is refused: an encrypted archive', async () => {
    const bytes = zip(parts({ [SHEET]: sheet('') }).map((part) => ({ ...part, encrypted: true })));
    await expect(read(bytes)).rejects.toEqual(
      refused('file: expected a workbook without a password'),
    );
  });

  it('is refused: an empty sheet, which has no header', async () => {
    await expect(read(workbook(''))).rejects.toEqual(refused('file: expected a header line'));
  });
});

describe('a hostile workbook', () => {
  const spaces = (megabytes: number) => Buffer.alloc(megabytes * 1_048_576, ' ');
  const lying = (name: string, content: Buffer, declaredSize: number) =>
    zip([
      ...parts({ [SHEET]: sheet('') }).filter((part) => part.name !== name),
      { name, content, declaredSize },
    ]);
  const noise = randomBytes(1_500_000).toString('base64');
  const laughs = `<!DOCTYPE worksheet [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>${sheet('')}`;

  it.each([
    [
      'compressed too much',
      workbook('', { [SHEET]: spaces(2) }),
      'file: expected a compression of at most 100 to 1',
    ],
    [
      'with shared strings compressed too much',
      workbook('', { [SHARED]: spaces(2) }),
      /a compression of at most/,
    ],
    [
      'larger than its limit',
      lying(SHEET, spaces(1), 536_870_913),
      'file: expected at most 512 MiB when unpacked',
    ],
    [
      'with a list of parts that is too large',
      lying('_rels/.rels', spaces(1), 16_777_217),
      /at most 16 MiB when unpacked/,
    ],
    ['with more bytes than it declares', lying(SHEET, spaces(2), 1_000), /expected an .xlsx/],
    [
      'with very many parts',
      zip(Array.from({ length: 1_001 }, (_, n) => ({ name: `${n}`, content: '' }))),
      /at most 1,000 parts/,
    ],
    ['with entities', workbook('', { [SHEET]: laughs }), /document type/],
    ['nested without end', workbook('<row>'.repeat(100_000)), /levels of nesting/],
    [
      'with a comment without end',
      workbook('', { [SHEET]: `<!-- > ${noise}` }),
      'file: expected shorter tags',
    ],
    [
      'with an attribute without end',
      workbook('', { [SHEET]: `<a b="${noise}` }),
      'file: expected shorter tags',
    ],
  ])('is refused at once: %s', async (_case, bytes, message) => {
    const path = saved(bytes);
    await expect(openTable(path, { maxRows: 10 })).rejects.toEqual(refused(message));
  });

  it('keeps unknown entities as text', async () => {
    expect(await rowsOf(column(inline('&lol; &#65;')))).toEqual([
      { row: 2, cells: { a: '&lol; A' } },
    ]);
  });

  it('may contain a bomb that is never opened', async () => {
    const own = { 'xl/media/bomb.zip': spaces(2) };
    expect(await rowsOf(column('<c><v>5</v></c>', own))).toHaveLength(1);
  });

  it.each([
    [
      'a long number format',
      { 'xl/styles.xml': `<s><numFmts><n formatCode="${'['.repeat(900_000)}"/></numFmts></s>` },
    ],
    [
      'very many sheets',
      {
        'xl/workbook.xml': `<workbook>${'<sheet r:id="x"/>'.repeat(50_000)}<sheet r:id="rId0"/></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships>
          <Relationship Id="rId0" Type="x/worksheet" Target="worksheets/sheet1.xml"/>
          ${'<Relationship Id="y" Type="x/worksheet"/>'.repeat(25_000)}</Relationships>`,
      },
    ],
  ])('is read in spite of %s', async (_case, own) => {
    expect(await rowsOf(column('<c><v>5</v></c>', own))).toHaveLength(1);
  });

  it('is refused when it takes more processor time than allowed', () => {
    const reader = new XmlReader({}, 0);
    const tags = Buffer.from('<a/>'.repeat(10_000));
    const flood = () => {
      // On some systems processor time advances in whole milliseconds.
      for (let writes = 0; writes < 1_000; writes++) reader.write(tags);
    };
    expect(flood).toThrow(/takes less time/);
  });
});
