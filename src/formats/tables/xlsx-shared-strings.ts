import { damagedFile } from '../../errors.ts';
import type { XmlAttributes, XmlHandlers } from '../xml-reader.ts';
import { notAWorkbook } from './xlsx-archive.ts';
import { MAX_ESCAPED_CHARS, unescaped } from './xlsx-values.ts';

const MAX_TEXT_BYTES = 134_217_728;

/** 100,000 rows by 30 columns without two equal cells, and a third more. */
const MAX_STRINGS = 4_000_000;
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const MAX_UNIT_BYTES = 3;
const SHORTEST_STRING = '<si/>';

/**
 * The texts of a workbook by number. Spreadsheet programs write each text once, into a part of its
 * own, and cells refer to it. The texts are kept as UTF-8 outside the heap: half a million take
 * 15 MB, and 600 MB as a document tree. The system assigns the memory as it is filled.
 */
export class SharedStrings implements XmlHandlers {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;
  #count = 0;
  #text = '';
  #collecting = false;

  /** `partBytes` is the size of the part; its texts cannot be larger. */
  constructor(partBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(partBytes, MAX_TEXT_BYTES) + 4);
    this.#ends = new Uint32Array(Math.min(partBytes / SHORTEST_STRING.length, MAX_STRINGS) + 1);
  }

  /**
   * A text, or the beginning of one that is longer than `maxChars` without its white space. Each of 100,000
   * cells can refer to one long text, so the rest is not even decoded.
   * @throws AppError VALIDATION_ERROR when no text has this number.
   */
  at(index: number, maxChars: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) throw notAWorkbook();
    const start = this.#ends[index] ?? 0;
    const end = this.#ends[index + 1] ?? start;
    const cut = start + MAX_UNIT_BYTES * (maxChars + 1);
    if (cut < end) {
      const beginning = this.#bytes.toString('utf8', start, cut);
      // An escape stands for one character, and white space at the beginning for none.
      if (beginning.trim().length > maxChars && !beginning.includes('_x')) return beginning;
    }
    return unescaped(this.#bytes.toString('utf8', start, end));
  }

  open(name: string, _attributes: XmlAttributes, parent: string | undefined): void {
    if (name === 'si') this.#text = '';
    // <rPh> is the pronunciation of the text.
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
    // `write` cuts a text that does not fit, at most four bytes (one character) before the end.
    if (end > this.#bytes.length - 4 || this.#count === this.#ends.length - 1) {
      throw damagedFile('expected fewer or shorter texts');
    }
    this.#count += 1;
    this.#ends[this.#count] = end;
  }
}
