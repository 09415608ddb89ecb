import { fork } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../src/errors.ts';
import { rewriteImage } from '../src/formats/media/images.ts';
import type { ImageFormat } from '../src/formats/media/media-format.ts';
import { blackPng } from '../test/support/media-files.ts';

/**
 * Rewrites images of 48 megapixels (AVIF: of 24), one alone and 20 at once. Each row is measured in
 * its own process, with the settings of glibc that the Dockerfile has.
 *
 * Goals: 20 at once at most 700 MB above the idle process; noise at most 3 s of one core.
 */
const MB = 1_000_000;
const WIDTH = 8_000;
const HEIGHT = 6_000;
const COPIES = 20;
const MALLOC = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

type Case = readonly [name: string, format: ImageFormat, make: (path: string) => Promise<unknown>];

const turned = (image: Sharp) => image.withMetadata({ orientation: 6 });
const plain = () =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: '#01020380' } });
const progressive = { progressive: true, chromaSubsampling: '4:4:4' };

const CASES: readonly Case[] = [
  ['photo, turned', 'jpeg', (path) => turned(photo()).jpeg().toFile(path)],
  ['photo, progressive', 'jpeg', (path) => turned(photo()).jpeg(progressive).toFile(path)],
  ['noise', 'jpeg', (path) => noise().jpeg({ quality: 20 }).toFile(path)],
  ['plain', 'png', (path) => plain().png().toFile(path)],
  [
    '16 bits, interlaced',
    'png',
    (path) => plain().toColorspace('rgb16').png({ progressive: true }).toFile(path),
  ],
  ['photo', 'webp', (path) => photo().webp({ effort: 0 }).toFile(path)],
  [
    'photo',
    'avif',
    (path) =>
      photo(HEIGHT / 2)
        .avif({ effort: 0 })
        .toFile(path),
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
      await make(path);
      console.log(`${format} ${name}, ${(statSync(path).size / MB).toFixed(1)} MB`);
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
      await rewriteImage({ path, format, to: { image: to, variants }, person: 'bench' });
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

function noise(): Sharp {
  const pixels = randomFillSync(Buffer.alloc(WIDTH * HEIGHT * 3));
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

/** Gradients with some noise. */
function photo(height = HEIGHT): Sharp {
  const pixels = randomFillSync(Buffer.alloc(WIDTH * height * 3));
  for (let index = 0; index < pixels.length; index++) {
    pixels.writeUInt8((pixels.readUInt8(index) & 7) + ((index >> 16) & 127), index);
  }
  return sharp(pixels, { raw: { width: WIDTH, height, channels: 3 } });
}
