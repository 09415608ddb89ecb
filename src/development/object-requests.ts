import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isMissingFile } from '../lib/files.ts';
import { isObjectKey, type LocalObjects } from './local-objects.ts';

/** Keys on one page of a list, as in Amazon's store. */
const PAGE_SIZE = 1_000;

interface ObjectRequest {
  readonly objects: LocalObjects;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly key: string;
  readonly query: URLSearchParams;
  /** Empty for a request without an upload. */
  readonly uploadId: string;
}

/** The calls of S3 that the service makes, by method and what the request names. */
const CALLS: Readonly<Record<string, (request: ObjectRequest) => Promise<unknown>>> = {
  'GET bucket': listObjects,
  'GET uploads': listUploads,
  'PUT object': async ({ objects, req, res, key }) => {
    await objects.write(key, req);
    res.writeHead(200, { ETag: '"object"' }).end();
  },
  'GET object': sendObject,
  'DELETE object': async ({ objects, res, key }) => {
    await objects.delete(key);
    res.writeHead(204).end();
  },
  'POST object': async ({ objects, res, key }) => {
    const id = await objects.startUpload(key);
    const content = `<Key>${key}</Key><UploadId>${id}</UploadId>`;
    sendXml(res, 200, 'InitiateMultipartUploadResult', content);
  },
  'PUT upload': async ({ objects, req, res, query, uploadId }) => {
    const part = Number(query.get('partNumber'));
    if (!Number.isInteger(part) || part < 1) return refuse(res, 400, 'InvalidArgument');
    await objects.writePart(uploadId, part, req);
    res.writeHead(200, { ETag: `"${part}"` }).end();
  },
  'POST upload': async ({ objects, req, res, key, uploadId }) => {
    const parts = [...(await text(req)).matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)];
    const numbers = parts.map(([, number]) => Number(number));
    await objects.completeUpload(uploadId, key, numbers);
    sendXml(res, 200, 'CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>object</ETag>`);
  },
  'DELETE upload': async ({ objects, res, uploadId }) => {
    await objects.abortUpload(uploadId);
    res.writeHead(204).end();
  },
};

/** Answers a request to the bucket. It checks no signature. */
export async function answerObjectRequest(
  objects: LocalObjects,
  bucket: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  try {
    const { pathname, searchParams: query } = new URL(req.url ?? '', 'http://localhost');
    const [, name, ...rest] = pathname.split('/');
    const key = rest.join('/');
    const uploadId = query.get('uploadId') ?? '';
    if (name !== bucket) return refuse(res, 404, 'NoSuchBucket');
    if (key !== '' && !isObjectKey(key)) return refuse(res, 400, 'InvalidArgument');
    if (uploadId && !(await objects.isUpload(uploadId, key)))
      return refuse(res, 404, 'NoSuchUpload');

    const bucketCall = query.has('uploads') ? 'uploads' : 'bucket';
    const objectCall = uploadId ? 'upload' : 'object';
    const call = CALLS[`${req.method} ${key === '' ? bucketCall : objectCall}`];
    if (!call) return refuse(res, 501, 'NotImplemented');
    await call({ objects, req, res, key, query, uploadId });
  } catch (error) {
    if (res.headersSent) res.destroy();
    else if (isMissingFile(error)) refuse(res, 404, 'NoSuchUpload');
    else refuse(res, 500, 'InternalError');
  }
}

async function sendObject({ objects, req, res, key }: ObjectRequest): Promise<void> {
  const object = await objects.find(key);
  if (!object) return refuse(res, 404, 'NoSuchKey');
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '') ?? [];
  const last = object.bytes - 1;
  const start = Number(from ?? 0);
  const end = to ? Math.min(Number(to), last) : last;
  if (from !== undefined && (start > last || end < start)) return refuse(res, 416, 'InvalidRange');
  res.writeHead(from === undefined ? 200 : 206, {
    'Content-Length': end - start + 1,
    ...(from !== undefined && { 'Content-Range': `bytes ${start}-${end}/${object.bytes}` }),
  });
  if (object.bytes === 0) res.end();
  else await pipeline(objects.read(key, { start, end }), res);
}

async function listObjects({ objects, res, query }: ObjectRequest): Promise<void> {
  const after = query.get('continuation-token') ?? '';
  const keys = await objects.list(query.get('prefix') ?? '', after);
  const page = keys.slice(0, PAGE_SIZE);
  const isTruncated = keys.length > page.length;
  // An object that is deleted during the listing is left out.
  const found = await Promise.all(page.map((key) => objects.find(key)));
  const contents = found
    .filter((object) => object !== undefined)
    .map(
      ({ key, bytes, storedAt }) =>
        `<Contents><Key>${key}</Key><Size>${bytes}</Size><LastModified>${storedAt.toISOString()}</LastModified></Contents>`,
    );
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const list = `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}`;
  sendXml(res, 200, 'ListBucketResult', list);
}

async function listUploads({ objects, res }: ObjectRequest): Promise<void> {
  const uploads = await objects.listUploads();
  const list = uploads.map(
    ({ key, id, initiatedAt }) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiatedAt.toISOString()}</Initiated></Upload>`,
  );
  sendXml(res, 200, 'ListMultipartUploadsResult', list.join(''));
}

function refuse(res: ServerResponse, status: number, code: string): void {
  sendXml(res, status, 'Error', `<Code>${code}</Code><Message>${code}</Message>`);
}

function sendXml(res: ServerResponse, status: number, name: string, content: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`;
  res.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);
}
