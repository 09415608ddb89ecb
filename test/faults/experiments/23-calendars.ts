import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { TRIMMED_MEMORY } from '../../support/memory-report.ts';
import { BROKEN_FEEDS, LARGE_FEED, ODD_FEEDS } from '../calendar-feeds.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { Load, percentile } from '../load.ts';
import { hasEnded, residentMb } from '../process.ts';
import { call, openSite } from '../site.ts';

/** As `npm start` and the image. */
const HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=150'];
const IMPORT = '/admin/events/import-all-extcal';

const privateUrls = (port: string) =>
  [
    ...[
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `2130706433:${port}`,
    ],
    ...[`0.0.0.0:${port}`, '169.254.169.254', '10.0.0.1'],
  ].map((host) => `http://${host}/private`);

export const experiment: Experiment = {
  fault:
    'calendars without an end, at one byte a second, silent, of 200 MB in a gzip, cut, of NULs, of 15 MB and with a rule of each second; addresses of a private network',
  async run() {
    await using opened = new AsyncDisposableStack();
    const requested: string[] = [];
    const feeds = { ...BROKEN_FEEDS, ...ODD_FEEDS, '/large': LARGE_FEED };
    const outside = createServer((req, res) => {
      requested.push(req.url ?? '');
      const feed = new Map<string, RequestListener>(Object.entries(feeds)).get(req.url ?? '');
      if (feed) feed(req, res);
      else res.writeHead(404).end();
    });
    await once(outside.listen(0, '127.0.0.1'), 'listening');
    opened.defer(() => void outside.close().closeAllConnections());
    const address = outside.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const site = opened.use(await openSite());
    const guarded = await site.start();
    const open = await site.start({ ...TRIMMED_MEMORY, EXTCAL_ALLOW_PRIVATE: 'true' }, HEAP);
    const read = async (from: typeof open, url: string) => {
      const started = performance.now();
      const answer = await call(from, IMPORT, { as: 'admin', body: { url } });
      await answer.arrayBuffer();
      return { url, status: answer.status, seconds: (performance.now() - started) / 1_000 };
    };
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    await read(open, at('/secondly'));
    const before = await residentMb(open);
    const health = opened.use(new Load(1, () => fetch(`${open.url}/healthz`)));
    const broken = [];
    let most = 0;
    for (const path of Object.keys(BROKEN_FEEDS)) {
      broken.push(await read(open, at(path)));
      most = Math.max(most, await residentMb(open));
    }
    const odd = [];
    for (const path of [...Object.keys(ODD_FEEDS), '/large', '/large'])
      odd.push(await read(open, at(path)));
    await health.stop();
    const rows = await site.db('events').where('title', 'like', 'Talk %').pluck('title');
    const refused = [];
    for (const url of privateUrls(port)) refused.push(await read(guarded, url));
    const all = [...broken, ...odd, ...refused];
    const isRefused = ({ status }: { status: number }) =>
      status === 502 || (status >= 400 && status < 500);
    return [
      exactly(
        'broken feeds not answered 4xx or 502',
        broken.filter((one) => !isRefused(one)).length,
        0,
      ),
      exactly('others that failed', odd.filter(({ status }) => status >= 500).length, 0),
      atMost('longest answer', Math.max(...all.map(({ seconds }) => seconds)), 15, 's'),
      exactly(
        'private addresses not answered 400',
        refused.filter(({ status }) => status !== 400).length,
        0,
      ),
      exactly(
        'requests that reached a private address',
        requested.filter((path) => path === '/private').length,
        0,
      ),
      exactly('events twice', rows.length - new Set(rows).size, 0),
      atMost('memory that broken feeds added', most - before, 100, 'MB'),
      atMost('/healthz, 99 of 100', percentile(health.answers, 0.99), 200, 'ms'),
      exactly('processes that ended', [guarded, open].filter(hasEnded).length, 0),
    ];
  },
};
