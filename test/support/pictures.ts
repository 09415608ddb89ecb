import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** The committed pictures. `UPDATE_PICTURES=1` takes them again, by the Chromium and the fonts of that machine. */
const FOLDER = 'test/fixtures/console-pictures';
/** A pixel whose gray differs by more is another one; edges of letters differ by less. */
const MOST_GRAY = 48;
/** Of all pixels. */
const MOST_SHARE = 0.004;

const grays = async (image: string | Buffer) =>
  sharp(image).flatten().grayscale().raw().toBuffer({ resolveWithObject: true });

/** The share of pixels that differ; 1 for another size. */
async function difference(one: string, other: Buffer): Promise<number> {
  const [before, now] = [await grays(one), await grays(other)];
  if (before.info.width !== now.info.width || before.info.height !== now.info.height) return 1;
  const differing = before.data.reduce(
    (count, gray, at) => count + (Math.abs(gray - (now.data[at] ?? 0)) > MOST_GRAY ? 1 : 0),
    0,
  );
  return differing / before.data.length;
}

/** Expects that a page looks as in its committed picture. */
export async function expectPicture(page: Page, name: string, { fullPage = false } = {}) {
  const picture = await page.screenshot({ fullPage, animations: 'disabled', caret: 'hide' });
  const file = `${FOLDER}/${name}.png`;
  if (process.env.UPDATE_PICTURES) {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(file, await sharp(picture).png({ palette: true }).toBuffer());
  }
  expect(existsSync(file)).toBe(true);
  expect(await difference(file, picture)).toBeLessThan(MOST_SHARE);
}
