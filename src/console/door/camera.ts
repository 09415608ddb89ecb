import { type CodeReader, watchCodes } from '../../client/codes.ts';
import { scriptUrl } from '../lib/script-url.ts';

/** Calls `found` for each code that the camera sees, until the signal. */
export const watch = (
  video: HTMLVideoElement,
  { found, signal }: { found: (code: string) => void; signal: AbortSignal },
): Promise<MediaStreamTrack | undefined> =>
  watchCodes(video, { found, signal, reader: async () => readerUntil(signal) });

/** Our own reader in a worker: reading must not stop what the page draws. */
function readerUntil(signal: AbortSignal): CodeReader {
  const url = document.querySelector<HTMLMetaElement>('meta[name=decoder]')?.content ?? '';
  const worker = new Worker(scriptUrl(url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  return (image) =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data);
      worker.postMessage(image, [image.data.buffer]);
    });
}
