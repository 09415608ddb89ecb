import { gzipSync } from 'node:zlib';
import { buildMiniApp, demoRouter } from '../../../src/development/demo.ts';
import { DEMO_PEOPLE } from '../../../src/development/demo-data.ts';
import type { PageFiles } from '../../../src/http/pages.ts';
import { startApi, type TestApi } from '../../support/api.ts';

/** What a phone loads before the first screen. */
const FIRST_LOAD_BYTES = 40 * 1_024;

describe('the demo', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({ demo: demoRouter });
    // Launch data are signed by the clock of the machine.
    api.advance(Date.now() - api.now().getTime());
  });
  afterAll(() => api.close());

  const open = (query: string) => api.anonymous().get(`/demo/open?${query}`);
  const launchDataOf = (location = '') =>
    new URLSearchParams(new URL(location, api.url).hash.slice(1)).get('tgWebAppData') ?? '';

  it('asks as whom to open it, on a page that runs nothing', async () => {
    await api.anonymous().get('/demo').expect(308).expect('location', '/demo/');
    const { text, headers } = await api.anonymous().get('/demo/').expect(200);
    expect(text).toContain('Open as Mina');
    expect(text).toContain('Open as Jonas');
    expect(text).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  });

  it('opens the app with launch data that sign in, and with the start parameter', async () => {
    const { headers } = await open('person=1&startapp=c_999').expect(302);
    expect(headers.location).toMatch(/^\/demo\/app\/#tgWebAppData=/);
    expect(headers['cache-control']).toBe('no-store');
    const { body } = await api
      .anonymous()
      .post('/api/v1/auth/login')
      .send({ init_data: launchDataOf(headers.location) })
      .expect(200);
    expect(body).toMatchObject({
      user: { first_name: DEMO_PEOPLE[1]?.first_name },
      start_param: 'c_999',
      start: { kind: 'conference', id: 999, available: false },
    });
    const { text } = await api.anonymous().get('/demo/app/').expect(200);
    expect(text).toContain('<script type="module" src="/demo/app/assets/app-');
  });

  it.each(['', 'person=7', 'person=-1', 'person=x', 'person=0&person=1'])(
    'opens nothing for a person that it does not name: %s',
    async (query) => {
      const { headers } = await open(query).expect(200);
      expect(headers.location).toBeUndefined();
    },
  );

  it('opens another conference, and says no other word than the id', async () => {
    const { headers } = await open('person=0&conference=7').expect(302);
    expect(headers.location).toMatch(/^\/demo\/app\/\?conference=7#tgWebAppData=/);
    await api
      .anonymous()
      .get('/demo?conference=7')
      .expect(308)
      .expect('location', '/demo/?conference=7');
    expect((await api.anonymous().get('/demo/?conference=7')).text).toContain('value="7"');
    for (const id of ['0', '-1', 'x', '1"><script>', '1&conference=2']) {
      const { text } = await open(`person=0&conference=${id}`).expect(200);
      expect(text).toContain('name="conference"');
      expect(text).toContain('value=""');
    }
  });

  it('ignores a start parameter that is no text', async () => {
    const { headers } = await open('person=0&startapp=e_1&startapp=e_2').expect(302);
    expect(launchDataOf(headers.location)).not.toContain('start_param');
  });
});

it('a service in production has no demo', async () => {
  await using api = await startApi();
  await api.anonymous().get('/demo/').expect(404);
});

describe('the example', () => {
  let files: PageFiles;

  beforeAll(async () => {
    files = await buildMiniApp();
  });

  it('shows its first screen after 40 kB', () => {
    const page = files.get('index.html')?.body.toString() ?? '';
    const named = [...page.matchAll(/(?:href|src)="\/demo\/app\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    const sizes = named.map((name) => gzipSync(files.get(name)?.body ?? '').length);
    expect(sizes.length).toBeGreaterThanOrEqual(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
  });

  it('loads the reader of QR codes and other languages only on demand', () => {
    const page = files.get('index.html')?.body.toString() ?? '';
    const onDemand = [...files.keys()].filter(
      (name) => name.endsWith('.js') && !page.includes(name),
    );
    expect(onDemand.length).toBeGreaterThanOrEqual(3);
  });
});
