import { redAndBlue } from '../support/media-files.ts';
import { credentials } from './site.ts';

export const aPicture = (): Promise<Buffer> => redAndBlue(400, 200).png().toBuffer();

interface Upload {
  readonly as: number | 'admin';
  /** Below `/api/v1`. */
  readonly to: string;
  readonly bytes: Buffer | string;
  readonly name: string;
}

/** Uploads a file in the field `file` of a form. */
export function upload(
  { url }: { readonly url: string },
  { as, to, bytes, name }: Upload,
): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), name);
  return fetch(`${url}/api/v1${to}`, { method: 'POST', headers: credentials(as), body: form });
}

const BOUNDARY = 'the-boundary';

/** The bytes of an upload of a picture, for a client that does not send all of them at once. */
export function rawUpload(as: number, picture: Buffer): Buffer {
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(part), picture, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const head = [
    'POST /api/v1/images/upload HTTP/1.1',
    'Host: hallway',
    'Connection: close',
    `X-Messenger-Auth: ${credentials(as)['X-Messenger-Auth']}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}
