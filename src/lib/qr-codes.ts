/** A text as a QR code in SVG that consists of paths only. */
export async function qrSvgOf(text: string): Promise<string> {
  // A bundle for browsers has the default export only.
  const { default: qrcode } = await import('qrcode');
  return qrcode.toString(text, { type: 'svg', errorCorrectionLevel: 'M' });
}
