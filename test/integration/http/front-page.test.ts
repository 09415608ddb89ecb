import type { PageFiles } from '../../../src/http/pages.ts';
import { type StartOptions, startApi } from '../../support/api.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const built: PageFiles = new Map([['index.html', { type: 'html', body: Buffer.from('page') }]]);
const files = async () => built;
const demo: StartOptions['demo'] = () => (_req, res) => {
  res.send('demo');
};
const linksIn = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path);

describe('the front page', () => {
  it('leads a browser to the pages that are served, and runs nothing', async () => {
    await using api = await startApi({ consoleFiles: files, referenceFiles: files, demo });
    const { text, headers } = await api.anonymous().get('/').set('Accept', BROWSER).expect(200);

    expect(linksIn(text)).toEqual(['admin/', 'api/v1/docs', 'demo/']);
    for (const path of linksIn(text)) await api.anonymous().get(`/${path}`).expect(200);
    expect(text).not.toMatch(/<script|<style|style=/);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      vary: expect.stringContaining('Accept'),
    });
  });

  it.each([
    ['a console that is not built', { consoleFiles: async () => undefined, referenceFiles: files }],
    ['neither console nor demo', { referenceFiles: files }],
  ])('leads nowhere that is not served: %s', async (_what, options) => {
    await using api = await startApi(options);
    const { text } = await api.anonymous().get('/').set('Accept', 'text/html').expect(200);

    expect(linksIn(text)).toEqual(['api/v1/docs']);
  });

  it('does not exist without any page', async () => {
    await using api = await startApi();
    await api.anonymous().get('/').set('Accept', BROWSER).expect(404);
  });

  it.each([
    'application/json',
    '*/*',
    'application/json, text/html',
    'text/html;q=0, */*',
    'text/html;q=0.5, application/json',
    'image/png',
    '',
  ])('does not exist for a client that does not prefer HTML: "%s"', async (accept) => {
    await using api = await startApi({ consoleFiles: files });
    const { body, headers } = await api.anonymous().get('/').set('Accept', accept).expect(404);

    expect(body).toEqual({ error: expect.any(String), code: 'ROUTE_NOT_FOUND' });
    expect(headers.vary).toContain('Accept');
  });

  it('has an icon that browsers keep', async () => {
    await using api = await startApi();
    const { headers } = await api.anonymous().get('/favicon.ico').expect(200);

    expect(headers['content-type']).toContain('image/svg+xml');
    expect(headers['cache-control']).toBe('public, max-age=86400');
    await api.anonymous().post('/favicon.ico').expect(405).expect('allow', 'GET, HEAD');
  });

  it('counts toward the limit of pages, unlike the answer to a program', async () => {
    await using api = await startApi({
      consoleFiles: files,
      rateLimits: { pages: 1 },
    });
    const get = (path: string, accept: string) => api.anonymous().get(path).set('Accept', accept);
    await get('/', BROWSER).expect(200);
    await get('/', 'application/json').expect(404);
    await get('/', BROWSER).expect(429);
    await get('/favicon.ico', '*/*').expect(429);
  });
});
