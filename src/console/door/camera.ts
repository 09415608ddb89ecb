import { scriptUrl } from '../lib/script-url.ts';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}
const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };

/** The time between two looks at the film. */
const PERIOD_MS = 120;
/** The same code counts again after it was out of sight, or held still, for this long. */
const SAME_CODE_MS = 4_000;
/** A QR code is readable at this size, at a fifth of the work of a whole frame. */
const DECODED_PIXELS = 480;

/** Calls `found` for each code that the camera sees, until the signal. */
export async function watch(
  video: HTMLVideoElement,
  { found, signal }: { found: (code: string) => void; signal: AbortSignal },
): Promise<MediaStreamTrack | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1_280 } },
    audio: false,
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  void decodeAll(video, { found, signal });
  return stream.getVideoTracks()[0];
}

async function decodeAll(
  video: HTMLVideoElement,
  { found, signal }: { found: (code: string) => void; signal: AbortSignal },
): Promise<void> {
  const decode = await decoder(signal);
  let last = { code: '', at: 0 };
  while (!signal.aborted) {
    const code = video.videoWidth > 0 ? await decode(video).catch(() => undefined) : undefined;
    if (code !== undefined) {
      const at = performance.now();
      if (code !== last.code || at - last.at > SAME_CODE_MS) {
        last = { code, at };
        found(code);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
  }
}

/** That of the browser, or our own where it has none. */
async function decoder(
  signal: AbortSignal,
): Promise<(video: HTMLVideoElement) => Promise<string | undefined>> {
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const url = document.querySelector<HTMLMetaElement>('meta[name=decoder]')?.content ?? '';
  const worker = new Worker(scriptUrl(url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  return (video) =>
    new Promise((resolve) => {
      const image = context && frameOf(video, context);
      if (!image) return resolve(undefined);
      worker.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data);
      worker.postMessage(image, [image.data.buffer]);
    });
}

function frameOf(video: HTMLVideoElement, context: OffscreenCanvasRenderingContext2D): ImageData {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, DECODED_PIXELS / Math.min(videoWidth, videoHeight));
  const { canvas } = context;
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
