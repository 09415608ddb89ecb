/** The start parameter of a scanned link, or of a typed meet code; undefined for another text. */
export function parameterOf(text: string): string | undefined {
  const [, linked, typed] =
    /[?&]startapp=([\w-]{1,64})$|^(?:k_)?([\w-]{30,62})$/.exec(text.trim()) ?? [];
  return linked ?? (typed && `k_${typed}`);
}

interface DetectorClass {
  new (options: {
    formats: readonly string[];
  }): {
    detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<readonly string[]>;
}
type Decode = (video: HTMLVideoElement) => Promise<string | undefined>;
/** The time between two looks at the film, and the size at which a code is still readable. */
const PERIOD_MS = 150;
const DECODED_PIXELS = 480;

/** The browser's reader of QR codes, or ours, which is loaded only where there is none. */
async function decoder(): Promise<Decode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { default: jsQr } = await import('jsqr');
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return undefined;
    const scale = Math.min(1, DECODED_PIXELS / Math.min(video.videoWidth, video.videoHeight));
    const width = Math.round(video.videoWidth * scale);
    const height = Math.round(video.videoHeight * scale);
    Object.assign(context.canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    // A code that was seen but not read has no text.
    return jsQr(context.getImageData(0, 0, width, height).data, width, height)?.data || undefined;
  };
}

/** Calls `take` with what the camera sees, until it takes one. */
export async function watch(
  video: HTMLVideoElement,
  { take, signal }: { take: (text: string) => boolean; signal: AbortSignal },
): Promise<void> {
  const camera = { video: { facingMode: 'environment' } };
  const stream = await navigator.mediaDevices.getUserMedia(camera);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    const decode = await decoder();
    let last: string | undefined;
    while (!signal.aborted) {
      const text = await decode(video);
      if (text !== undefined && text !== last && take(text)) return;
      last = text ?? last;
      await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
    }
  } finally {
    stop();
  }
}
