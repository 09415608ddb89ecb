import type { Readable } from 'node:stream';
import { z } from 'zod';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface FileOptions {
  readonly mediaType: string;
  readonly bytes: number;
  /** Strong: the same tag is the same bytes. Without its quotes. */
  readonly version: string;
  readonly cacheControl: string;
  /** Called at most once, and not for HEAD or 304; undefined when the file is gone. */
  readonly open: (range: ByteRange | undefined) => Promise<Readable | undefined>;
}

/** A file as an answer, whole or one range of it. It is opened only when its bytes are sent. */
export class ServedFile {
  readonly options: FileOptions;

  constructor(options: FileOptions) {
    this.options = options;
  }
}

/** The schema of a `ServedFile` of one of these media types. */
export const served = (...mediaTypes: readonly string[]) =>
  z.instanceof(ServedFile).meta({ mediaType: mediaTypes[0], mediaTypes });
