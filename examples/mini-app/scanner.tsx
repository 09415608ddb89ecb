import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from './lib/text.ts';

/** The meet code of a scanned link, or one that was typed; undefined for another text. */
export const meetCodeOf = (text: string): string | undefined =>
  /(?:^|[?&]startapp=)(?:k_)?([\w-]{30,62})$/.exec(text.trim())?.[1];

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}
type Decode = (video: HTMLVideoElement) => Promise<string | undefined>;
/** The time between two looks at the film, and the size at which a code is still readable. */
const PERIOD_MS = 150;
const DECODED_PIXELS = 480;

/** The browser's reader of QR codes, or ours, which is loaded only where there is none. */
async function decoder(): Promise<Decode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if ((await BarcodeDetector?.getSupportedFormats())?.includes('qr_code') && BarcodeDetector) {
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
async function watch(
  video: HTMLVideoElement,
  { take, signal }: { take: (text: string) => boolean; signal: AbortSignal },
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
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

/** The camera, and a field for those who have none or do not allow it. */
export function Scanner({ take }: { take: (text: string) => boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasCamera, setCamera] = useState(isSecureContext);
  useEffect(() => {
    const leaving = new AbortController();
    if (video.current) {
      watch(video.current, { take, signal: leaving.signal }).catch(() => setCamera(false));
    }
    return () => leaving.abort();
  }, []);
  return (
    <form
      class="scanner"
      onSubmit={(event) => {
        event.preventDefault();
        take(String(new FormData(event.currentTarget).get('code')));
      }}
    >
      {hasCamera ? (
        <video ref={video} muted playsInline aria-label={t('meet.camera')} />
      ) : (
        <p class="warning">{t('meet.no-camera')}</p>
      )}
      <label>
        {t('meet.typed')}
        <input name="code" required autocomplete="off" autocapitalize="off" dir="ltr" />
      </label>
      <button type="submit">{t('meet.submit')}</button>
    </form>
  );
}
