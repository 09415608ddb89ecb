import { open } from 'node:fs/promises';
import { type Remark, remark } from '../../domain/reasons.ts';
import { refusal } from '../../errors.ts';
import { csvRows } from './csv-rows.ts';
import type { IsHeader } from './header-row.ts';
import type { CellLimits, RawRow } from './raw-row.ts';
import { encodingOf } from './text-decoding.ts';

interface RawTable {
  readonly rows: AsyncGenerator<RawRow, void>;
  readonly warnings: readonly Remark[];
  /** Whether a delimiter separates the cells; in a workbook, each cell has its own place. */
  readonly isDelimited: boolean;
}

const HEAD_BYTES = 4_096;
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const PDF = Buffer.from('%PDF-', 'latin1');

/**
 * The rows of a CSV file or a workbook, which have the header among the first. The content of the
 * file decides the format, not its name.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE when the file is neither. The rows throw as `csvRows` and
 *   `xlsxRows` do.
 */
export async function rawTable(
  path: string,
  isHeader: IsHeader,
  limits: CellLimits,
): Promise<RawTable> {
  const head = await headOf(path);
  if (startsWith(head, ZIP)) {
    // Loaded when needed: few tables are workbooks, and the reader takes 20 MB.
    const { xlsxRows } = await import('./xlsx-rows.ts');
    return { rows: xlsxRows(path, isHeader, limits), warnings: [], isDelimited: false };
  }

  const encoding = await encodingOf(path, head);
  // Any bytes are valid Windows-1252, but a picture contains control codes, which a text does not.
  const guessed = encoding === 'windows-1252';
  if (startsWith(head, PDF) || (guessed && head.some(isControlCode))) {
    throw refusal('UNSUPPORTED_MEDIA_TYPE', 'file', 'expected .csv or .xlsx', 'file_type', {
      expected: ['.csv', '.xlsx'],
    });
  }
  const warnings = guessed
    ? [remark('The file is not UTF-8; it was read as Windows-1252', 'not_utf8')]
    : [];
  return { rows: csvRows(path, { encoding, isHeader }), warnings, isDelimited: true };
}

/** The first bytes of a file, by which its format is recognized. */
export async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

const startsWith = (head: Buffer, magic: Buffer) => head.subarray(0, magic.length).equals(magic);

/** Tabs, line breaks and page breaks can occur in a text. */
const isControlCode = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x20);
