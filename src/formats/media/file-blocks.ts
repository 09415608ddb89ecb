import type { FileHandle } from 'node:fs/promises';

const BLOCK_BYTES = 65_536;

/** Reads small parts of a file in blocks of 64 KiB. Fast for a reader that moves forward. */
export class FileBlocks {
  readonly #file: FileHandle;
  #start = 0;
  #block = Buffer.alloc(0);

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** At most 64 KiB from `position`; fewer bytes at the end of the file. Valid until the next call. */
  async read(position: number, length: number): Promise<Buffer> {
    const at = position - this.#start;
    if (at >= 0 && at + length <= this.#block.length) return this.#block.subarray(at, at + length);
    const { buffer, bytesRead } = await this.#file.read(
      Buffer.allocUnsafe(BLOCK_BYTES),
      0,
      BLOCK_BYTES,
      position,
    );
    this.#start = position;
    this.#block = buffer.subarray(0, bytesRead);
    return this.#block.subarray(0, length);
  }
}
