import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aQuest,
  aUser,
} from '../../support/factories.ts';

const APP = 'https://t.me/hallway_bot/app';

let api: TestApi;
let ada: User;
let event: Event;
let conference: Conference;
let item_id: number;
let quest_id: number;
beforeAll(async () => {
  api = await startApi({ env: { MESSENGER_APP_URL: APP } });
  ada = await aUser(api.db);
  conference = await aConference(api.db, { slug: 'days' });
  event = await anEvent(api.db, {
    slug: 'looms',
    conference_id: conference.id,
    url: 'https://stream.example/looms',
    description: 'From the loom to the store.',
  });
  ({ id: item_id } = await anAgendaItem(api.db, conference));
  ({ id: quest_id } = await aQuest(api.db));
});
afterAll(() => api.close());

const bodyOf = async (path: string, of = api.as(ada)) =>
  (await of.get(`/api/v1${path}`).expect(200)).body;

it('single resources say what opens them in the mini app', async () => {
  const links = {
    [`/events/${event.id}`]: `e_${event.id}`,
    '/events/slug/looms': `e_${event.id}`,
    [`/conferences/${conference.id}`]: `c_${conference.id}`,
    '/conferences/slug/days': `c_${conference.id}`,
    [`/agenda/${item_id}`]: `a_${item_id}`,
    [`/quests/${quest_id}`]: `q_${quest_id}`,
    '/users/me': `u_${ada.id}`,
  };
  for (const [path, parameter] of Object.entries(links)) {
    expect([path, (await bodyOf(path)).share_url]).toEqual([path, `${APP}?startapp=${parameter}`]);
  }
  const { share_url } = await bodyOf(`/events/${event.id}`, api.anonymous());
  expect(share_url).toBe(`${APP}?startapp=e_${event.id}`);
});

it('lists do not', async () => {
  await anAttendance(api.db, [ada, event]);
  for (const path of ['/events', '/events/my', '/conferences']) {
    const { data } = await bodyOf(path);
    expect([path, Object.keys(data[0])]).not.toEqual([path, expect.arrayContaining(['share_url'])]);
  }
  const agenda = await bodyOf(`/conferences/${conference.id}/agenda`);
  expect(JSON.stringify(agenda)).not.toContain('share_url');
});

it('is null without an address of the mini app', async () => {
  await using plain = await startApi({ on: api });
  for (const path of [`/events/${event.id}`, `/conferences/${conference.id}`, `/agenda/${item_id}`])
    expect((await bodyOf(path, plain.as(ada))).share_url).toBeNull();
  expect((await bodyOf('/users/me', plain.as(ada))).share_url).toBeNull();
});

const linesOf = async (path: string, of = api.as(ada)) => {
  const { text } = await of.get(`/api/v1${path}`).expect(200);
  return text.replaceAll('\r\n ', '').split('\r\n');
};

it('calendar entries have it as URL, and their own address in the description', async () => {
  const lines = await linesOf(`/events/${event.id}.ics`);
  expect(lines).toContain(`URL:${APP}?startapp=e_${event.id}`);
  expect(lines).toContain(
    `DESCRIPTION:From the loom to the store.\\n\\nConference: ${conference.name}\\n\\nhttps://stream.example/looms`,
  );
  const agenda = await linesOf(`/conferences/${conference.id}/agenda.ics`);
  expect(agenda).toContain(`URL:${APP}?startapp=a_${item_id}`);
  await api.as(ada).put(`/api/v1/agenda/${item_id}/favorite`).expect(200);
  const own = await linesOf('/events/my.ics');
  expect(own).toContain(`URL:${APP}?startapp=e_${event.id}`);
  expect(own).toContain(`URL:${APP}?startapp=a_${item_id}`);
});

it('calendar entries keep their own URL without an address of the mini app', async () => {
  await using plain = await startApi({ on: api });
  const lines = await linesOf(`/events/${event.id}.ics`, plain.as(ada));
  expect(lines).toContain('URL:https://stream.example/looms');
});
