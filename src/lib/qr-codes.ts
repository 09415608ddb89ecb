/** A text as a QR code in SVG that consists of paths only. */
export async function qrSvgOf(text: string): Promise<string> {
  const { toString: draw } = await import('qrcode');
  return draw(text, { type: 'svg', errorCorrectionLevel: 'M' });
}
