import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { discardFile } from '../../lib/files.ts';
import { isMediaKey, isPrivateKey } from '../../lib/media-keys.ts';
import { exactBytes } from './incoming-files.ts';
import type { ByteRange, MediaStore, NewMedia, OpenMedia, StoredMedia } from './media-store.ts';
import { isErrorNamed, upstreamError, withinIdleTime } from './object-store-errors.ts';

export interface ObjectStoreSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Replaced by tests. */
  readonly timeouts?: ObjectStoreTimeouts;
}

export interface ObjectStoreTimeouts {
  /** The timeout from a request to the header of its response, and between two chunks of a body. */
  readonly callMs: number;
  /** The timeout of both tries of a call, and of the cleanup after it. */
  readonly totalMs: number;
}

/** One second less than the 15 s that callers wait at most. */
const TIMEOUTS: ObjectStoreTimeouts = { callMs: 5_000, totalMs: 14_000 };
const TRIES = 2;

/** A put holds at most three parts: two in flight, and one that it reads. */
const PART_BYTES = 8 * 1_024 ** 2;
const PARTS_AT_ONCE = 2;

const PREFIXES = ['public/', 'private/'] as const;
const nameOf = (key: string) => `${PREFIXES[isPrivateKey(key) ? 1 : 0]}${key}`;
const keyOf = (name = '') => name.slice(name.indexOf('/') + 1);

/** Media in the bucket of an S3-compatible store. Its client is loaded by the first call. */
export class ObjectStore implements MediaStore {
  readonly #settings: ObjectStoreSettings;
  readonly #timeouts: ObjectStoreTimeouts;
  #client: Promise<S3Client> | undefined;

  constructor(settings: ObjectStoreSettings) {
    this.#settings = settings;
    this.#timeouts = settings.timeouts ?? TIMEOUTS;
  }

  async put(key: string, source: string | Readable, media: NewMedia): Promise<void> {
    const object = this.#objectOf(key);
    const stream = typeof source === 'string' ? createReadStream(source) : source;
    const { Upload } = await import('@aws-sdk/lib-storage');
    const { client, failure } = await this.#stoppable();
    const upload = new Upload({
      client,
      params: {
        ...object,
        Body: Readable.from(exactBytes(stream, media.bytes), { objectMode: false }),
        ContentLength: media.bytes,
        ContentType: media.contentType,
        CacheControl: media.cacheControl,
      },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      // The abort of the library would take as long as the failed call.
      leavePartsOnError: true,
    });
    try {
      await upload.done();
    } catch (error) {
      stream.destroy();
      await this.#discard(key, upload.uploadId);
      throw failure() ? upstreamError(failure()) : error;
    }
    if (typeof source === 'string') await discardFile(source);
  }

  async open(key: string, range?: ByteRange): Promise<OpenMedia | undefined> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    const command = new GetObjectCommand({ ...this.#objectOf(key), Range });
    const client = await this.#connect();
    const { callMs } = this.#timeouts;
    try {
      const { Body, ContentLength, ContentRange } = await client.send(command);
      if (!(Body instanceof Readable)) throw new Error('expected a body');
      const bytes = Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1] ?? ContentLength);
      return { stream: withinIdleTime(Body, callMs), bytes };
    } catch (error) {
      if (isErrorNamed(error, 'NoSuchKey') || isErrorNamed(error, 'InvalidRange')) return undefined;
      throw upstreamError(error);
    }
  }

  async delete(key: string): Promise<void> {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    const command = new DeleteObjectCommand(this.#objectOf(key));
    await this.#call((client, options) => client.send(command, options));
  }

  async *list({ before }: { before: Date }): AsyncGenerator<StoredMedia> {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    for (const Prefix of PREFIXES) {
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({
          Bucket: this.#settings.bucket,
          Prefix,
          ContinuationToken,
        });
        const page = await this.#call((client, options) => client.send(command, options));
        for (const { Key, Size = 0, LastModified: stored_at } of page.Contents ?? []) {
          const key = keyOf(Key);
          if (!isMediaKey(key) || !stored_at || stored_at >= before) continue;
          yield { key, bytes: Size, stored_at };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    }
  }

  /**
   * Aborts multipart uploads, at most 1,000 per call. Their parts take space, and no list shows
   * them.
   */
  async sweep({ before }: { before: Date }): Promise<number> {
    const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await import(
      '@aws-sdk/client-s3'
    );
    const Bucket = this.#settings.bucket;
    const listing = new ListMultipartUploadsCommand({ Bucket });
    const { Uploads = [] } = await this.#call((client, options) => client.send(listing, options));
    const old = Uploads.filter(
      ({ Key, Initiated }) => isMediaKey(keyOf(Key)) && Initiated && Initiated < before,
    );
    for (const { Key, UploadId } of old) {
      const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await this.#call((client, options) => client.send(command, options));
    }
    return old.length;
  }

  async close(): Promise<void> {
    (await this.#client)?.destroy();
    this.#client = undefined;
  }

  #objectOf(key: string): { Bucket: string; Key: string } {
    if (!isMediaKey(key)) throw new Error('media: not a key');
    return { Bucket: this.#settings.bucket, Key: nameOf(key) };
  }

  /** Deletes the possible remains of a failed put: parts, or a file whose confirmation was lost. */
  async #discard(key: string, UploadId: string | undefined): Promise<void> {
    const { AbortMultipartUploadCommand, DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    const client = await this.#connect();
    const abortSignal = AbortSignal.timeout(this.#timeouts.totalMs - this.#tryingMs);
    const object = this.#objectOf(key);
    // If the store is down, `sweep` finds the remains later, or `list` finds a file without a row.
    await Promise.allSettled([
      client.send(new DeleteObjectCommand(object), { abortSignal }),
      UploadId &&
        client.send(new AbortMultipartUploadCommand({ ...object, UploadId }), { abortSignal }),
    ]);
  }

  get #tryingMs(): number {
    return TRIES * this.#timeouts.callMs;
  }

  async #call<T>(
    send: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    try {
      return await send(await this.#connect(), {
        abortSignal: AbortSignal.timeout(this.#tryingMs),
      });
    } catch (error) {
      throw upstreamError(error);
    }
  }

  /**
   * The client for one upload: the first call that fails or takes too long ends the others, which
   * would otherwise read the source to its end. `failure` is the error of that call.
   */
  async #stoppable(): Promise<{ client: S3Client; failure: () => unknown }> {
    const client = await this.#connect();
    const stop = new AbortController();
    let failure: unknown;
    const send = async (command: Parameters<S3Client['send']>[0]) => {
      const timeout = AbortSignal.timeout(this.#tryingMs);
      try {
        return await client.send(command, { abortSignal: AbortSignal.any([stop.signal, timeout]) });
      } catch (error) {
        failure ??= error;
        stop.abort();
        throw error;
      }
    };
    return { client: Object.assign(Object.create(client), { send }), failure: () => failure };
  }

  #connect(): Promise<S3Client> {
    this.#client ??= this.#newClient();
    return this.#client;
  }

  async #newClient(): Promise<S3Client> {
    const { S3Client } = await import('@aws-sdk/client-s3');
    const { endpoint, region, accessKeyId, secretAccessKey } = this.#settings;
    const { callMs } = this.#timeouts;
    return new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Stores other than Amazon's have no host name for each bucket, and know few of its checksums.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: TRIES,
      // Without `throwOnRequestTimeout`, a timeout is only a warning.
      requestHandler: {
        connectionTimeout: callMs,
        requestTimeout: callMs,
        throwOnRequestTimeout: true,
      },
    });
  }
}
