/** Reads the QR code of a picture; undefined where there is none. */
export type CodeReader = (image: ImageData) => string | undefined | Promise<string | undefined>;

interface Watching {
  /** Called with each code: with the same one again after 4 s. */
  readonly found: (code: string) => void;
  /** Ends the watching and switches the camera off. */
  readonly signal: AbortSignal;
  /** Loads a reader for the browsers that have none, such as those of iPhones and Firefox. */
  readonly reader: () => Promise<CodeReader>;
}
interface DetectorClass {
  new (options: {
    readonly formats: readonly string[];
  }): {
    detect(video: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<readonly string[]>;
}
type Look = (video: HTMLVideoElement) => Promise<string | undefined>;

/** The time between two looks at the camera's picture. */
const PERIOD_MS = 120;
const SAME_CODE_MS = 4_000;
/** A QR code is readable at this size, at a fifth of the work of a whole picture. */
const READ_PIXELS = 480;

/**
 * Shows the camera in a video, and reads QR codes until the signal.
 * @returns the track of the camera, whose light a page can switch on
 * @throws DOMException if there is no camera, or the user does not allow it; what `reader` throws
 */
export async function watchCodes(
  video: HTMLVideoElement,
  { found, signal, reader }: Watching,
): Promise<MediaStreamTrack | undefined> {
  const look = await lookWith(reader);
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1_280 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  else {
    video.srcObject = stream;
    await video.play();
    void lookAgain(look, video, { found, signal });
  }
  return stream.getVideoTracks()[0];
}

async function lookAgain(
  look: Look,
  video: HTMLVideoElement,
  { found, signal }: Omit<Watching, 'reader'>,
): Promise<void> {
  let last = { code: '', at: 0 };
  while (!signal.aborted) {
    // One picture that cannot be read is followed by the next one.
    const code = video.videoWidth > 0 && (await look(video).catch(() => undefined));
    const at = performance.now();
    if (code && (code !== last.code || at - last.at > SAME_CODE_MS)) {
      last = { code, at };
      found(code);
    }
    await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
  }
}

/** The reader of the browser, else the one that is loaded. */
async function lookWith(reader: Watching['reader']): Promise<Look> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const read = await reader();
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return async (video) => (context ? read(pictureOf(video, context)) : undefined);
}

function pictureOf(video: HTMLVideoElement, context: CanvasRenderingContext2D): ImageData {
  const scale = Math.min(1, READ_PIXELS / Math.min(video.videoWidth, video.videoHeight));
  const width = Math.round(video.videoWidth * scale);
  const height = Math.round(video.videoHeight * scale);
  Object.assign(context.canvas, { width, height });
  context.drawImage(video, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/**
 * The start parameter of a scanned link of a mini app, or of a typed meet code, for `getStart`; undefined
 * for any other text.
 */
export function startParameterOf(text: string): string | undefined {
  const [, linked, typed] =
    /[?&]startapp=([\w-]{1,64})$|^(?:k_)?([\w-]{30,62})$/.exec(text.trim()) ?? [];
  return linked ?? (typed && `k_${typed}`);
}
