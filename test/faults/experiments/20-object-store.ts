import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { startLocalObjectStore } from '../../../src/development/local-object-store.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { filesBelow } from '../../support/media.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { type Answer, Load, longest, percentile } from '../load.ts';
import { atOnce, countOf, openSite } from '../site.ts';
import { aPicture, upload } from '../uploads.ts';

const UPLOADS = 5;
/** Production refuses that of the local store, which is easy to guess. */
const SECRET = 'q7Zr2LxV9tKe4WnB8sYd';

export const experiment: Experiment = {
  fault: `an object store that is silent, whose answers are lost, that refuses connections, and that answers 500, under ${UPLOADS} uploads each`,
  async run() {
    await using opened = new AsyncDisposableStack();
    const site = opened.use(await openSite());
    const directory = path.join(site.cwd, 'objects');
    const store = await startLocalObjectStore({ directory });
    opened.defer(() => store.stop());
    const proxy = await FaultProxy.before(store.env.OBJSTORE_ENDPOINT ?? '');
    opened.defer(() => proxy.close());
    const refusing = createServer(
      (req, res) => void req.resume().on('end', () => res.writeHead(500).end()),
    );
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    opened.defer(() => void refusing.close().closeAllConnections());
    const portOf = (address: ReturnType<typeof refusing.address>) =>
      typeof address === 'object' ? address?.port : undefined;
    const at = (endpoint: string) =>
      site.start({ ...store.env, OBJSTORE_ENDPOINT: endpoint, OBJSTORE_SECRET_ACCESS_KEY: SECRET });
    const behindProxy = await at(proxy.url);
    const before500 = await at(`http://127.0.0.1:${portOf(refusing.address())}`);
    const before0 = await at('http://127.0.0.1:9');

    const bytes = await aPicture();
    let user = 1_000;
    const send = (to: typeof behindProxy) =>
      upload(to, { as: user++, to: '/images/objstore/upload', bytes, name: 'a.png' });
    const healthy = (await send(behindProxy)).status;
    const others = opened.use(new Load(2, () => fetch(`${behindProxy.url}/api/v1/events`)));
    const failed: Answer[] = [];
    const during = async (to: typeof behindProxy) => {
      await using load = new Load(UPLOADS, () => send(to));
      await load.stop();
      failed.push(...load.answers);
    };
    proxy.silence();
    await during(behindProxy);
    proxy.restore();
    proxy.failAfter(0, { direction: 'down', by: 'silence' });
    await during(behindProxy);
    proxy.restore();
    await during(before0);
    await during(before500);
    await others.stop();
    const after = await atOnce(UPLOADS, async () => (await send(behindProxy)).status);

    const rows = await site.db('media').select('key', 'status', 'variant_keys');
    const files = (await filesBelow(directory)).join();
    const isMissing = (key: string | null) => key !== null && !files.includes(key);
    return [
      exactly(
        'uploads before and after',
        countOf([healthy, ...after], (status) => status === 201),
        UPLOADS + 1,
      ),
      exactly(
        'answers but 502 and 503',
        failed.filter(({ status }) => status !== 502 && status !== 503).length,
        0,
      ),
      exactly('errors without code', failed.filter(({ isWellFormed }) => !isWellFormed).length, 0),
      atMost('longest answer', longest(failed) / 1_000, 15, 's'),
      exactly(
        'rows without their object',
        rows.filter(({ key, status }) => status === 'ready' && isMissing(key)).length,
        0,
      ),
      exactly(
        'failed uploads that count as stored',
        rows.filter(({ status }) => status === 'ready').length - UPLOADS - 1,
        0,
      ),
      exactly(
        'other requests that failed',
        others.answers.filter(({ status }) => status !== 200).length,
        0,
      ),
      atMost('other requests, 99 of 100', percentile(others.answers, 0.99), 500, 'ms'),
    ];
  },
};
