import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { noise } from '../../support/media-files.ts';
import { until } from '../../support/until.ts';
import { atLeast, atMost, type Experiment, exactly } from '../experiment.ts';
import { handlesOf, hasEnded, residentMb } from '../process.ts';
import { openSite } from '../site.ts';
import { aPicture, rawUpload, upload } from '../uploads.ts';

const UPLOADS = 500;
const AT_ONCE = 20;

export const experiment: Experiment = {
  fault: `${UPLOADS} uploads, ${AT_ONCE} at once, whose client ends or resets the connection at a random byte`,
  async run() {
    await using site = await openSite();
    await using api = await site.start();
    const picture = await aPicture();
    const send = (as: number) =>
      upload(api, { as, to: '/images/upload', bytes: picture, name: 'a.png' });
    await send(1);
    const large = await noise(256, 256).png().toBuffer();
    const cutOne = async (as: number) => {
      const request = rawUpload(as, large);
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      const bytes = Math.floor(Math.random() * request.length);
      socket.write(request.subarray(0, bytes));
      // A reset at once would discard what the service has not read yet.
      await sleep(50 * Math.random());
      if (as % 2) socket.resetAndDestroy();
      else socket.destroy();
      await new Promise((resolve) => socket.once('close', resolve));
    };
    const batch = async (first: number) => {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => cutOne(first + nth)));
    };
    for (let user = 10; user < 10 + 5 * AT_ONCE; user += AT_ONCE) await batch(user);
    const [before, handles] = [await residentMb(api), await handlesOf(api)];
    for (let user = 1_000; user < 1_000 + UPLOADS; user += AT_ONCE) await batch(user);

    const incoming = async () => (await readdir(path.join(site.cwd, 'media/incoming'))).length;
    const storing = async () => (await site.db('media').where({ status: 'storing' })).length;
    await until(async () => (await incoming()) === 0 && (await storing()) === 0);
    await until(async () => (await handlesOf(api)) <= handles);
    const { rows } = await site.db.raw('select last_value::int as begun from media_id_seq');
    return [
      atLeast('uploads whose file had begun', rows[0].begun, UPLOADS / 2),
      exactly('files left', await incoming(), 0),
      exactly('rows left', await storing(), 0),
      atMost('more open handles', (await handlesOf(api)) - handles, 0),
      atMost('memory added', (await residentMb(api)) - before, 100, 'MB'),
      exactly('lines of level 50 or above', api.log().filter(({ level }) => level >= 50).length, 0),
      exactly('processes that ended', [api].filter(hasEnded).length, 0),
      exactly('answer to the next upload', (await send(2)).status, 201),
    ];
  },
};
