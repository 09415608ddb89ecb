import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { ADMIN_API_KEY } from '../support/api.ts';
import { describeInBrowser, openBrowser, openPage } from '../support/browser.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { installPackedClient } from '../support/packed-client.ts';
import { endServices, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

let directory: string;
let pages: Server;
let port: number;
let database: TestDatabase;
let service: Service;
let browser: Browser;

describeInBrowser('the packed client in a page of another origin', () => {
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-client-'));
    await installPackedClient(directory);
    pages = await servePage(await bundlePage());
    ({ port } = pages.address() as AddressInfo);
    database = await createEmptyDatabase();
    const env = {
      DATABASE_URL: database.url,
      ADMIN_API_KEY,
      LOG_LEVEL: 'info',
      CORS_ORIGINS: `http://127.0.0.1:${port}`,
    };
    service = await startService({ env, cwd: directory });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await endServices();
    await database?.drop();
    pages?.closeAllConnections();
    pages?.close();
    if (directory) await rm(directory, { recursive: true });
  });

  /** Opens the page at a host as a messenger opens a mini app: with the launch data of Mina. */
  const open = async (host: string) => {
    const printed = () => /X-Messenger-Auth: ([^']+)'/.exec(service.output())?.[1];
    await until(() => printed() !== undefined);
    const opened = await openPage(browser, `http://${host}:${port}`);
    const hash = new URLSearchParams({
      api: `${service.url}/api/v1`,
      tgWebAppData: printed() ?? '',
    });
    const listening = opened.page.waitForResponse('**/notifications/stream').catch(() => null);
    await opened.page.goto(`/#${hash}`);
    return { ...opened, listening, answers: () => opened.page.evaluate('globalThis.answers') };
  };

  it('signs in, reads pages, uploads, is notified, and knows a refusal by its code', async () => {
    const { context, problems, listening, answers } = await open('127.0.0.1');
    await listening;
    const sent = await fetch(`${service.url}/api/v1/admin/notifications/bulk-send`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': ADMIN_API_KEY },
      body: JSON.stringify({
        title: 'Doors open',
        body: 'Come in.',
        audience: { conference_ids: [1] },
      }),
    });
    expect([sent.status, sent.ok || (await sent.text())]).toEqual([expect.any(Number), true]);
    const {
      people,
      uploaded: { last, ...uploaded },
      ...others
    } = (await answers()) as {
      people: number[][];
      uploaded: { last: [number, number] };
    };
    expect(people.length).toBeGreaterThan(1);
    expect(new Set(people.flat()).size).toBe(people.flat().length);
    expect(uploaded).toEqual({ width: 40, height: 20, reported: true });
    expect(last[0]).toBe(last[1]);
    expect(others).toEqual({
      username: 'mina_demo',
      refused: {
        code: 'NOT_FOUND',
        status: 404,
        message: expect.stringMatching(/event/i),
        // Headers of another origin that a page may read only if the service says so.
        requestId: expect.stringMatching(/\S/),
      },
      notified: 'Doors open',
      scanned: [
        'e_4',
        'k_AAAAAAABAFtaTwUshLsSqy0AZDlwoz55',
        'k_AAAAAAABAFtaTwUshLsSqy0AZDlwoz55',
        undefined,
        undefined,
      ],
    });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is refused by the browser at an origin that is not allowed', async () => {
    const { context, answers } = await open('localhost');
    expect(await answers()).toEqual({ code: 'NETWORK' });
    await context.close();
  });
});

/** The script of the page, with the installed package. */
async function bundlePage(): Promise<string> {
  const entry = path.join(directory, 'page.ts');
  await copyFile('test/fixtures/client/page.ts', entry);
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves the page and its script at every host name of this machine. */
async function servePage(script: string): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? script
        : '<!doctype html><title>Page</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
