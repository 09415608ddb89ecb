import type { Readable } from 'node:stream';

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  /** Undefined for the rest of the file. An end beyond the file counts as its last byte. */
  readonly end?: number | undefined;
}

export interface NewMedia {
  readonly contentType: string;
  /** The exact size. A source of another size is refused. */
  readonly bytes: number;
  readonly cacheControl: string;
}

export interface OpenMedia {
  /** The file, or the requested range of it. Destroy it unless you read it to its end. */
  readonly stream: Readable;
  /** The size of the whole file. */
  readonly bytes: number;
}

export interface StoredMedia {
  readonly key: string;
  readonly bytes: number;
  readonly stored_at: Date;
}

/**
 * Keeps the files of media under keys of `createMediaKey`. Every method but `list` throws a plain
 * Error for another key. An outside store that fails, or does not answer within 15 s, is an AppError
 * UPSTREAM_ERROR.
 */
export interface MediaStore {
  /**
   * Stores a file durably, and replaces the one with the same key. A failed call leaves no readable
   * file under the key, if the store can be reached.
   *
   * @param source a stream, or the path of an incoming file, which is gone after success
   * @throws AppError UPSTREAM_ERROR; SERVICE_UNAVAILABLE when the disk is full
   */
  put(key: string, source: string | Readable, options: NewMedia): Promise<void>;
  /**
   * Opens a file. Undefined if it is missing, or if the range starts behind its end. The stream fails
   * with UPSTREAM_ERROR when the store stops in the middle.
   *
   * @throws AppError UPSTREAM_ERROR
   */
  open(key: string, range?: ByteRange): Promise<OpenMedia | undefined>;
  /**
   * Deletes a file; a missing one is fine.
   * @throws AppError UPSTREAM_ERROR
   */
  delete(key: string): Promise<void>;
  /**
   * The files stored before a time, in no particular order, in constant memory. Files may be
   * deleted during the listing.
   *
   * @throws AppError UPSTREAM_ERROR
   */
  list(options: { before: Date }): AsyncIterable<StoredMedia>;
  /**
   * Deletes the remains of calls of `put` that were interrupted before a time, and returns their
   * number. An hour is longer than any put.
   *
   * @throws AppError UPSTREAM_ERROR
   */
  sweep(options: { before: Date }): Promise<number>;
  /** Closes the connections. */
  close(): Promise<void>;
}
