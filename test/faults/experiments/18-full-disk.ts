import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { noise } from '../../support/media-files.ts';
import { until } from '../../support/until.ts';
import { type Experiment, exactly } from '../experiment.ts';
import { hasEnded } from '../process.ts';
import { openSite, statusOf } from '../site.ts';
import { SmallDisk } from '../small-disk.ts';
import { aPicture, rawUpload, upload } from '../uploads.ts';

/** 1 GiB stays free for other programs. */
const ENOUGH_MB = 1_200;
const BEGINNING = 200_000;

export const experiment: Experiment = {
  fault: 'the disk of the uploads has no space left, before an upload and in the middle of one',
  missing: SmallDisk.problem,
  async run() {
    using disk = new SmallDisk(ENOUGH_MB);
    await using site = await openSite();
    await using api = await site.start({ MEDIA_DIR: disk.directory });
    const picture = await aPicture();
    const send = () => upload(api, { as: 7, to: '/images/upload', bytes: picture, name: 'a.png' });
    const incoming = () => readdir(path.join(disk.directory, 'incoming'));
    const before = await send();
    const { url } = (await before.clone().json()) as { url: string };

    disk.resize(16);
    const full = await send();
    const { code } = (await full.json()) as { code: string };
    disk.resize(ENOUGH_MB);
    const half = await startUpload(api.url, await noise(1_200, 1_200).png().toBuffer());
    await until(async () => (await incoming()).length === 1);
    disk.resize(1);
    const inTheMiddle = await half.rest();
    const reads = [await statusOf(api, '/events'), (await fetch(`${api.url}${url}`)).status];
    const storing = () => site.db('media').where({ status: 'storing' });
    await until(async () => (await incoming()).length === 0 && (await storing()).length === 0);
    disk.resize(ENOUGH_MB);
    return [
      exactly('answer before', before.status, 201),
      exactly('answer on a full disk', full.status, 503),
      exactly('of them without SERVICE_UNAVAILABLE', code === 'SERVICE_UNAVAILABLE' ? 0 : 1, 0),
      exactly('answer to the upload in flight', inTheMiddle, 503),
      exactly('reads that failed', reads.filter((status) => status !== 200).length, 0),
      exactly('files left of failed uploads', (await incoming()).length, 0),
      exactly('processes that ended', [api].filter(hasEnded).length, 0),
      exactly('answer with space again', (await send()).status, 201),
    ];
  },
};

/** Sends the head and the beginning of an upload; `rest` sends the rest. */
async function startUpload(url: string, picture: Buffer) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const answer = text(socket);
  const request = rawUpload(8, picture);
  socket.write(request.subarray(0, BEGINNING));
  return {
    async rest(): Promise<number> {
      socket.write(request.subarray(BEGINNING));
      return Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1]);
    },
  };
}
