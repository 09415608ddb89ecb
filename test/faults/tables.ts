import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { aWorkbook } from '../support/workbooks.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const row = (nth: number) => `${5_000_000 + nth},Person ${nth}\n`;
export const tableOf = (rows: number) =>
  `messenger_id,first_name\n${Array.from({ length: rows }, (_, nth) => row(nth)).join('')}`;

/** A workbook of 400 MB when unpacked, in 400 kB. */
async function bomb(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const relationship = (type: string, target: string) =>
    Buffer.from(
      `<Relationships><Relationship Id="r" Type="x/${type}" Target="${target}"/></Relationships>`,
    );
  zip.addBuffer(relationship('officeDocument', 'xl/workbook.xml'), '_rels/.rels');
  zip.addBuffer(
    Buffer.from('<workbook><sheets><sheet name="S" r:id="r"/></sheets></workbook>'),
    'xl/workbook.xml',
  );
  zip.addBuffer(relationship('worksheet', 'worksheets/sheet1.xml'), 'xl/_rels/workbook.xml.rels');
  zip.addBuffer(Buffer.alloc(400 * 1_024 ** 2, ' '), SHEET);
  zip.end();
  return buffer(zip.outputStream);
}

/** By file name; none of them may be imported. */
export const hostileTables = async (): Promise<Readonly<Record<string, Buffer | string>>> => ({
  'bomb.xlsx': await bomb(),
  'rows.csv': tableOf(1_000_000),
  'endless.csv': `messenger_id,first_name\n5000000,"${'x'.repeat(20_000_000)}`,
  'columns.csv': `${',a'.repeat(200_000)}\n1,2\n`,
  'empty.xlsx': Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  'page.xlsx': '<html>Sign in</html>',
});

/** Files with rows that are refused one by one. */
export const MIXED_TABLES: Readonly<Record<string, Buffer | string>> = {
  'formulas.csv':
    'messenger_id,first_name\n7001,"=HYPERLINK(""http://example.org"")"\n7002,#REF!\n',
  'prototype.xlsx': aWorkbook({
    S: [
      ['messenger_id', '__proto__', 'first_name'],
      [7003, 'x', 'Ada'],
      ['no', 'y', 'Bob'],
    ],
  }),
  'twice.csv': 'messenger_id,first_name\n7004,Ada\n7004,Bob\n',
};
