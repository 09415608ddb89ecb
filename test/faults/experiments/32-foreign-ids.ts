import { aNotification, aUser } from '../../support/factories.ts';
import { type Experiment, exactly } from '../experiment.ts';
import { aFutureEvent, atOnce, call, countOf, isServerError, openSite, statusOf } from '../site.ts';
import { aPicture, upload } from '../uploads.ts';

/** Each call is sent so often at once, by turns to two processes. */
const TIMES = 10;

export const experiment: Experiment = {
  fault: `another user sends each call that names a row of a user, ${TIMES} times at once over two processes`,
  async run() {
    await using site = await openSite();
    await using one = await site.start();
    await using other = await site.start();
    const { db } = site;
    const [owner, friend, stranger] = [await aUser(db), await aUser(db), await aUser(db)];
    const as = Number(owner.messenger_id);
    const { id: notification } = await aNotification(db, owner);
    const { id: event_id } = await aFutureEvent(site);
    const idOf = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { id: number }).id;
    const connection = await idOf(
      call(one, '/connections', { as, body: { recipient_id: friend.id } }),
    );
    await statusOf(one, '/events/attend', { as, body: { event_id } });
    const bytes = await aPicture();
    await upload(one, { as, to: '/images/upload', bytes, name: 'a.png' });
    const media = await db('media').where({ user_id: owner.id }).first();
    const side = await idOf(
      call(one, '/events/side-event-request', {
        as,
        body: {
          title: 'Dinner',
          description: 'Noodles.',
          venue: { name: 'The Old Dockyard' },
          starts_at: '2099-01-01T18:00:00Z',
          ends_at: '2099-01-01T20:00:00Z',
          timezone: 'Europe/Berlin',
        },
      }),
    );
    const calls: readonly (readonly [string, string, object?])[] = [
      ['POST', `/notifications/${notification}/click`],
      ['POST', `/notifications/${notification}/dismiss`],
      ['PUT', `/connections/${connection}`, { status: 'accepted' }],
      ['PUT', `/connections/${connection}/note`, { note: 'mine' }],
      ['DELETE', `/connections/${connection}`],
      ['PATCH', `/events/side-event-request/${side}`, { title: 'Mine' }],
      ['DELETE', `/events/side-event-request/${side}`],
      ['DELETE', `/events/${event_id}/attend`],
      ['DELETE', '/images', { id: media.id }],
      ['GET', `/media/${media.id}/url`],
      ['GET', `/admin/users/${owner.id}`],
      ['GET', `/admin/notifications/jobs/1`],
    ];
    const rows = async () => {
      const of = (table: string, where: object) => db(table).where(where).orderBy('id');
      return JSON.stringify([
        await of('notifications', { id: notification }),
        await of('connections', { id: connection }),
        await of('events', { submitted_by: owner.id }),
        await db('event_attendances').where({ user_id: owner.id }),
        await of('media', { user_id: owner.id }),
      ]);
    };
    const before = await rows();
    const statuses: number[] = [];
    for (const [method, path, body] of calls) {
      const send = (nth: number) =>
        statusOf(nth % 2 ? one : other, path, {
          as: Number(stranger.messenger_id),
          method,
          ...(body && { body }),
        });
      statuses.push(...(await atOnce(TIMES, send)));
    }
    const isRefused = (status: number) => [401, 403, 404].includes(status);
    return [
      exactly('calls', statuses.length, calls.length * TIMES),
      exactly(
        'answers but 401, 403 and 404',
        countOf(statuses, (status) => !isRefused(status)),
        0,
      ),
      exactly('5xx', countOf(statuses, isServerError), 0),
      exactly('rows of the user that changed', (await rows()) === before ? 0 : 1, 0),
    ];
  },
};
