import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { Load, percentile } from '../load.ts';
import { handlesOf } from '../process.ts';
import { credentials, openSite } from '../site.ts';

const HALF_OF_HEADERS = 'GET /api/v1/users HTTP/1.1\r\nHost: hallway\r\nX-';
const bodyOf = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: hallway\r\nX-Messenger-Auth: ${credentials(7)['X-Messenger-Auth']}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`;

/** Clients by what they send at once; then each sends one byte every 5 s. */
const CLIENTS = [
  ['headers', 1_000, HALF_OF_HEADERS],
  ['bodies', 200, bodyOf('/api/v1/feedback', 'application/json')],
  ['uploads', 20, bodyOf('/api/v1/images/upload', 'multipart/form-data; boundary=b')],
] as const;

export const experiment: Experiment = {
  fault:
    '1,000 clients that never end their headers, 200 their body, 20 their upload, at one byte each 5 s',
  async run() {
    await using site = await openSite();
    await using api = await site.start();
    const port = Number(new URL(api.url).port);
    const handles = () => handlesOf(api);
    await fetch(`${api.url}/api/v1/events`);
    const before = await handles();

    const open = new Map<string, number>();
    const started = performance.now();
    const lasted = new Map<string, number>();
    for (const [what, count, text] of CLIENTS) {
      for (let nth = 0; nth < count; nth++) {
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        const drip = setInterval(() => socket.write('1'), 5_000);
        open.set(what, (open.get(what) ?? 0) + 1);
        socket.on('error', () => {}).resume();
        socket.once('close', () => {
          clearInterval(drip);
          open.set(what, (open.get(what) ?? 0) - 1);
          lasted.set(what, (performance.now() - started) / 1_000);
        });
      }
    }
    await using others = new Load(4, () => fetch(`${api.url}/api/v1/events`));
    await sleep(10_000);
    await others.stop();
    // The body of an upload has 300 s.
    await until(() => open.get('headers') === 0 && open.get('bodies') === 0);
    const [headers, bodies] = ['headers', 'bodies'].map((what) => lasted.get(what) ?? Number.NaN);
    const left = open.get('uploads') ?? 0;
    await until(async () => (await handles()) <= before + left + 4);
    return [
      exactly('others refused', others.answers.filter(({ status }) => status !== 200).length, 0),
      atMost('others, 99 of 100', percentile(others.answers, 0.99), 500, 'ms'),
      atMost('slow headers closed after', headers ?? Number.NaN, 60, 's'),
      atMost('slow bodies closed after', bodies ?? Number.NaN, 65, 's'),
      atMost('handles that stay open', (await handles()) - before - left, 4),
    ];
  },
};
