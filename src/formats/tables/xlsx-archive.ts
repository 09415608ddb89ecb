import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError, damagedFile, invalid } from '../../errors.ts';
import { type XmlHandlers, XmlReader } from '../xml-reader.ts';

const MAX_ENTRIES = 1_000;

/** A sheet of equal cells is compressed 20 to 1, a bomb 1,000 to 1. */
const MAX_RATIO = 100;
const RATIO_COUNTS_FROM_BYTES = 1_048_576;

/** The parts of a workbook by their path in the archive; letter case is ignored. */
export class XlsxArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws AppError VALIDATION_ERROR when the file is not an archive, or has too many parts. */
  static async open(path: string): Promise<XlsxArchive> {
    const zip = await openPromise(path, { autoClose: false }).catch(rethrowReadably);
    try {
      return new XlsxArchive(zip, await entriesOf(zip));
    } catch (error) {
      zip.close();
      return rethrowReadably(error);
    }
  }

  /** The declared inflated size of a part; 0 for a part that does not exist. */
  sizeOf(part: string | undefined): number {
    return this.#entries.get(part?.toLowerCase() ?? '')?.uncompressedSize ?? 0;
  }

  /**
   * The inflated bytes of a part. The declared size is checked against the limits before the first
   * byte is read; yauzl stops a part that has more bytes than declared.
   *
   * @throws AppError VALIDATION_ERROR when the part is missing, encrypted, damaged or too large.
   */
  async *bytes(part: string, maxBytes: number): AsyncGenerator<Uint8Array, void> {
    const entry = this.#entries.get(part.toLowerCase());
    if (!entry) throw notAWorkbook();
    refuseBomb(entry, maxBytes);
    let checksum = 0;
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } catch (error) {
      rethrowReadably(error);
    }
    if (checksum !== entry.crc32) throw notAWorkbook();
  }

  /** Reads a whole part. @throws AppError VALIDATION_ERROR as `bytes` does. */
  async read(part: string, handlers: XmlHandlers, maxBytes: number): Promise<void> {
    const reader = new XmlReader(handlers);
    for await (const chunk of this.bytes(part, maxBytes)) reader.write(chunk);
  }

  close(): void {
    this.#zip.close();
  }
}

export const notAWorkbook = (cause?: unknown) => damagedFile('expected an .xlsx workbook', cause);

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES)
    throw damagedFile(`expected at most ${MAX_ENTRIES.toLocaleString('en')} parts`);

  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw notAWorkbook();
    entries.set(name, entry);
  }
  return entries;
}

function refuseBomb(entry: Entry, maxBytes: number): void {
  const { compressedSize, uncompressedSize } = entry;
  if (entry.isEncrypted())
    throw invalid('file', 'expected a workbook without a password', 'file_password');
  if (uncompressedSize > maxBytes)
    throw invalid(
      'file',
      `expected at most ${Math.floor(maxBytes / 1_024 ** 2)} MiB when unpacked`,
      'file_too_large',
      { max_mib: Math.floor(maxBytes / 1_024 ** 2) },
    );
  if (uncompressedSize > Math.max(RATIO_COUNTS_FROM_BYTES, compressedSize * MAX_RATIO)) {
    throw damagedFile(`expected a compression of at most ${MAX_RATIO} to 1`);
  }
}

/** Rethrows errors of the operating system and our own; any other error means a damaged file. */
function rethrowReadably(error: unknown): never {
  const ours = error instanceof AppError;
  const system = typeof error === 'object' && error !== null && 'syscall' in error;
  throw ours || system ? error : notAWorkbook(error);
}
