/** @param sent bytes of the whole body, `total` with what frames the file */
export type Progress = (sent: number, total: number) => void;

/** What this client uses of XMLHttpRequest, which Node.js does not have. */
interface Sender {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  responseType: string;
  readonly response: ArrayBuffer;
  readonly status: number;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}
const { XMLHttpRequest: Xhr } = globalThis as { XMLHttpRequest?: new () => Sender };

/** A `fetch` that reports its progress. Browsers have it in XMLHttpRequest only. */
export const uploading =
  (otherwise: typeof fetch, onProgress: Progress): typeof fetch =>
  async (url, init = {}) => {
    if (Xhr) return sendWith(new Xhr(), { url: String(url), init, onProgress });
    const answer = await otherwise(url, init);
    onProgress(1, 1);
    return answer;
  };

function sendWith(
  xhr: Sender,
  { url, init, onProgress }: { url: string; init: RequestInit; onProgress: Progress },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    xhr.open(init.method ?? 'GET', url);
    for (const [name, value] of new Headers(init.headers)) xhr.setRequestHeader(name, value);
    xhr.responseType = 'arraybuffer';
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    xhr.onload = () => {
      const headers = xhr
        .getAllResponseHeaders()
        .trim()
        .split('\r\n')
        .map((line) => {
          const at = line.indexOf(':');
          return [line.slice(0, at), line.slice(at + 1).trim()] as [string, string];
        });
      resolve(new Response(xhr.response, { status: xhr.status, headers }));
    };
    xhr.onerror = () => reject(new TypeError('The upload failed'));
    init.signal?.addEventListener('abort', () => {
      xhr.abort();
      reject(init.signal?.reason);
    });
    xhr.send(init.body ?? null);
  });
}
