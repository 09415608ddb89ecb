import jsQR from 'jsqr';

/** Reads QR codes where the browser cannot: on iPhones, in Firefox, on most desktops. */
self.onmessage = ({ data: { data, width, height } }: MessageEvent<ImageData>) => {
  const found = jsQR(data, width, height, { inversionAttempts: 'dontInvert' });
  // A code that was seen but not read has no text.
  self.postMessage(found?.data || undefined);
};
