import { invalid } from '../../errors.ts';
import { notAWorkbook } from './xlsx-archive.ts';
import { MAX_ESCAPED_CHARS, unescaped } from './xlsx-values.ts';
import type { XmlAttributes, XmlHandlers } from './xml-reader.ts';

const MAX_TEXT_BYTES = 134_217_728;

/** A sheet of 100,000 rows by 30 columns, no two cells alike, and a third more. */
const MAX_STRINGS = 4_000_000;
const SHORTEST_STRING = '<si/>';

/**
 * The texts of a workbook by number: spreadsheet programs write each text once, into a part of its
 * own, and the cells refer to it. Kept as UTF-8 outside the heap: half a million of them take 15 MB,
 * where a document tree takes 600. Memory is taken as it is filled.
 */
export class SharedStrings implements XmlHandlers {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;
  #count = 0;
  #text = '';
  #collecting = false;

  /** `partBytes` is the size of the part, which its texts cannot exceed. */
  constructor(partBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(partBytes, MAX_TEXT_BYTES) + 4);
    this.#ends = new Uint32Array(Math.min(partBytes / SHORTEST_STRING.length, MAX_STRINGS) + 1);
  }

  /** @throws AppError VALIDATION_ERROR when there is none of this number. */
  at(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) throw notAWorkbook();
    return unescaped(this.#bytes.toString('utf8', this.#ends[index], this.#ends[index + 1]));
  }

  open(name: string, _attributes: XmlAttributes, parent: string | undefined): void {
    if (name === 'si') this.#text = '';
    // <rPh> tells how to pronounce the text, it is no part of it.
    if (name === 't') this.#collecting = parent !== 'rPh';
  }

  text(piece: string): void {
    if (this.#collecting && this.#text.length <= MAX_ESCAPED_CHARS) this.#text += piece;
  }

  close(name: string): void {
    if (name === 't') this.#collecting = false;
    if (name === 'si') this.#add(this.#text);
  }

  #add(text: string): void {
    const start = this.#ends[this.#count] ?? 0;
    const end = start + this.#bytes.write(text, start);
    // A text that does not fit is cut before the last four bytes, the longest character.
    if (end > this.#bytes.length - 4 || this.#count === this.#ends.length - 1) {
      throw invalid('file', 'too much text');
    }
    this.#count += 1;
    this.#ends[this.#count] = end;
  }
}
