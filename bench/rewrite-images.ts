import { fork } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../src/errors.ts';
import { imageHeader, openImage } from '../src/formats/media/image-decoder.ts';
import { rewriteImage } from '../src/formats/media/images.ts';
import type { ImageFormat } from '../src/formats/media/media-format.ts';
import { blackPng, noiseGif } from '../test/support/media-files.ts';

/**
 * Rewrites the dearest images that pass the limits, one alone and 20 at once. Each row is measured in
 * its own process, with the settings of glibc that the Dockerfile has.
 *
 * Goals: 20 at once at most 700 MB above the idle process; decoding at most 0.9 s of one core.
 */
const MB = 1_000_000;
const MAX_BYTES = 10 * 1_024 ** 2;
const COPIES = 20;
const MALLOC = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

type Case = readonly [name: string, format: ImageFormat, make: () => Promise<Buffer>];

const CASES: readonly Case[] = [
  [
    'photo, turned',
    'jpeg',
    () => photo(8_000, 6_000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  ],
  ['noise', 'jpeg', () => noise(7_070, 7_070, 3).jpeg({ quality: 10 }).toBuffer()],
  [
    'noise, a profile, just too small to be shortened while it is read',
    'jpeg',
    () =>
      noise(5_110, 5_110, 3)
        .withIccProfile('p3')
        .jpeg({ quality: 20, chromaSubsampling: '4:4:4' })
        .toBuffer(),
  ],
  [
    'noise, progressive, a profile',
    'jpeg',
    () =>
      noise(4_080, 4_080, 3)
        .withIccProfile('p3')
        .jpeg({ quality: 30, progressive: true, chromaSubsampling: '4:4:4' })
        .toBuffer(),
  ],
  ['transparent', 'png', () => speckled(7_070).png().toBuffer()],
  ['interlaced', 'png', () => speckled(5_000).png({ progressive: true }).toBuffer()],
  ['a profile', 'png', () => speckled(5_000).withIccProfile('p3').png().toBuffer()],
  ['16 bits', 'png', () => speckled(3_535).toColorspace('rgb16').png().toBuffer()],
  ['noise', 'webp', () => noise(7_070, 7_070, 3, 100).webp({ quality: 5, effort: 0 }).toBuffer()],
  [
    'noise, small',
    'webp',
    () => noise(2_560, 2_560, 3).webp({ quality: 70, effort: 0 }).toBuffer(),
  ],
  [
    'lossless, transparent',
    'webp',
    () => speckled(7_070).webp({ lossless: true, effort: 0 }).toBuffer(),
  ],
  ['noise, 60 frames', 'webp', () => frames(3, 12, 100)],
  ['noise, transparent, 60 frames', 'webp', () => frames(4, 6, 256)],
  ['noise, 60 frames', 'gif', async () => noiseGif(415, 415, 60)],
  ['noise', 'avif', () => noise(4_080, 3_060, 3, 100).avif({ quality: 20, effort: 0 }).toBuffer()],
  [
    'noise, transparent',
    'avif',
    () =>
      noise(2_500, 2_500, 4, 60)
        .avif({ quality: 40, effort: 0, chromaSubsampling: '4:4:4' })
        .toBuffer(),
  ],
];

const [, , source, format, times] = process.argv;
if (source) await measure(source, format as ImageFormat, Number(times));
else await runAll();

async function runAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rewrite-images-'));
  try {
    for (const [name, format, make] of CASES) {
      const path = join(folder, 'source');
      const content = await make();
      if (content.length > MAX_BYTES)
        throw new Error(`${format} ${name} is ${content.length} bytes`);
      writeFileSync(path, content);
      console.log(`${format} ${name}, ${(content.length / MB).toFixed(1)} MB`);
      for (const times of [1, COPIES]) {
        const child = fork(import.meta.filename, [path, format, String(times)], {
          env: { ...process.env, ...MALLOC },
        });
        const [code] = await once(child, 'exit');
        if (code !== 0) throw new Error(`ended with ${code}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(source: string, format: ImageFormat, times: number): Promise<void> {
  // Warms up: loads sharp.
  const small = `${source}-small`;
  await sharp(blackPng(10, 10)).toFormat('png').toFile(small);
  await rewritten(small, 'png', `${source}-warm-up`);

  if (times === 1) await printDecoding(source, format);
  const idle = process.memoryUsage().rss;
  const cpu = process.cpuUsage();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: times }, (_, n) => rewritten(source, format, `${source}-${n}`)),
  );
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `  ${String(times).padStart(2)} at once: ${((user + system) / 1_000_000 / times).toFixed(2)} s of one core each, ` +
      `${seconds.toFixed(1)} s, ${((peakBytes() - idle) / MB).toFixed(0)} MB above idle (${(idle / MB).toFixed(0)})`,
  );
}

/** As a client does it: refused for too many images, it tries again. */
async function rewritten(path: string, format: ImageFormat, to: string): Promise<void> {
  const variants = { 96: `${to}-96`, 320: `${to}-320`, 960: `${to}-960` };
  for (;;) {
    try {
      const image = { path, format, to: { image: to, variants }, person: 'bench' };
      // CPU is measured, so a busy machine may take its time.
      await rewriteImage({ ...image, timeoutSeconds: 600 });
      return;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE')) throw error;
      await sleep(20);
    }
  }
}

/** The high-water mark of Linux: no sample can miss the peak. */
function peakBytes(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}

/** What is decoded before anything is encoded, as `rewriteImage` does it; all frames of an animation. */
async function printDecoding(path: string, format: ImageFormat): Promise<void> {
  const { frames, pixels } = await imageHeader(path, format);
  const side = { width: 2_560, height: 2_560, fit: 'inside', withoutEnlargement: true } as const;
  const cpu = process.cpuUsage();
  const image = await openImage(path, frames > 1 ? { animated: true } : { autoOrient: true });
  await image.resize(side).toColorspace('srgb').raw().toBuffer();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = ((user + system) / 1_000_000).toFixed(2);
  console.log(
    `  ${(pixels / 1_000_000).toFixed(1)} megapixels, decoded in ${seconds} s of one core`,
  );
}

/** Random pixels, at most `range` apart. */
function noise(width: number, height: number, channels: 3 | 4, range = 256): Sharp {
  const pixels = randomFillSync(Buffer.alloc(width * height * channels));
  if (range < 256)
    for (const [at, value] of pixels.entries()) pixels[at] = 128 + (((value - 128) * range) >> 8);
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false });
}

/** A transparent plane on which one pixel in 20 differs a little. */
function speckled(side: number): Sharp {
  const pixels = Buffer.alloc(side * side * 4, 100);
  const random = randomFillSync(Buffer.alloc(side * side));
  for (const [at, value] of random.entries())
    if (value < 12) pixels[at * 4 + (at % 4)] = 100 + (value & 7);
  return sharp(pixels, {
    raw: { width: side, height: side, channels: 4 },
    limitInputPixels: false,
  });
}

/** An animated WebP of 60 small frames. */
async function frames(channels: 3 | 4, megapixels: number, range: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt((megapixels * 1_000_000) / 60));
  const { data, info } = await noise(side, side * 60, channels, range)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: side, height: info.height, channels, pageHeight: side };
  return sharp(data, { raw }).webp({ quality: 60, effort: 0, alphaQuality: 50 }).toBuffer();
}

/** Gradients with some noise. */
function photo(width: number, height: number): Sharp {
  const pixels = randomFillSync(Buffer.alloc(width * height * 3));
  for (const [at, value] of pixels.entries()) pixels[at] = (value & 7) + ((at >> 16) & 127);
  return sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: false });
}
