import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildConsole, developmentConsole } from '../../../src/development/console.ts';
import { type PageFiles, readPage } from '../../../src/http/pages.ts';
import { startApi, type TestApi } from '../../support/api.ts';

const gzipped = (body: Buffer) => gzipSync(body).length;

describe('the console', () => {
  let files: PageFiles;
  let api: TestApi;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-console-'));
    await promisify(execFile)(process.execPath, ['scripts/build-pages.ts', directory]);
    files = await readPage(path.join(directory, 'console'));
    api = await startApi({ consoleFiles: async () => files });
  });
  afterAll(async () => {
    await api.close();
    await rm(directory, { recursive: true });
  });

  it('is the same page at each address of a screen, which no cache keeps', async () => {
    const { headers } = await api.anonymous().get('/admin').expect(308);
    expect(headers.location).toBe('/admin/');
    for (const address of ['/admin/', '/admin/c/7/door']) {
      const { text, headers } = await api.anonymous().get(address).expect(200);
      expect(text).toContain('<script type="module"');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
      expect(headers['permissions-policy']).toBe('camera=(self), microphone=(), geolocation=()');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });

  it('has scripts whose names change with their content, compressed when they were built', async () => {
    const { text } = await api.anonymous().get('/admin/');
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? [];
    for (const [accepted, encoding] of [
      // As Chromium sends it.
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { headers } = await api
        .anonymous()
        .get(script)
        .set('Accept-Encoding', accepted)
        .expect(200);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toMatch(/javascript/);
    }
    await api.anonymous().get('/admin/assets/none.js').expect(404);
    await api.anonymous().get('/admin/assets/..%2Findex.html').expect(404);
    const worker = await api.anonymous().get('/admin/sw.js').expect(200);
    expect(worker.headers['cache-control']).toBe('no-cache');
  });

  it('can only be read', async () => {
    const { headers } = await api.anonymous().post('/admin/').expect(405);
    expect(headers.allow).toBe('GET, HEAD');
  });

  it('shows its first screen after 60 kB, and each other one after 12 kB more', () => {
    const page = files.get('index.html')?.body.toString() ?? '';
    const named = [...page.matchAll(/(?:href|src)="\/admin\/([^"]+)"/g)].map(([, name]) => name);
    const sizeOf = (name = '') => gzipped(files.get(name)?.body ?? Buffer.from(''));
    const first = named.reduce((bytes, name) => bytes + sizeOf(name), gzipped(Buffer.from(page)));
    expect(first).toBeLessThanOrEqual(60 * 1_024);
    const others = [...files.keys()].filter(
      (name) =>
        // A catalog has the texts of all screens; English is part of the first load.
        /^assets\/(?!de-|decoder)/.test(name) && !named.includes(name),
    );
    expect(others.filter((name) => sizeOf(name) > 12 * 1_024)).toEqual([]);
  });

  it('keeps every file on the device by its worker', () => {
    const worker = files.get('sw.js')?.body.toString() ?? '';
    const assets = [...files.keys()].filter((name) => name.startsWith('assets/'));
    expect(assets.filter((name) => !worker.includes(`/admin/${name}`))).toEqual([]);
  });
});

it('a service without a built console has no page', async () => {
  await using api = await startApi({ consoleFiles: async () => undefined });
  await api.anonymous().get('/admin/').expect(404);
});

it('asks in development alone to have its misspelled fields refused', async () => {
  const isStrict = (files: PageFiles) =>
    [...files.values()].some(({ body }) => body.includes('strict:!0'));
  expect(isStrict(await developmentConsole()())).toBe(true);
  expect(isStrict((await buildConsole()).files)).toBe(false);
});

it('development builds the console at its first request, and not again before a change', async () => {
  const files = developmentConsole();
  const first = await files();
  expect(await files()).toBe(first);
  const built = await buildConsole({ isStrict: true });
  expect([...first.keys()]).toEqual([...built.files.keys()]);
});
