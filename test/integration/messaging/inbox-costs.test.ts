import type { NoticeDraft } from '../../../src/domain/messaging/notice-args.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aUser } from '../../support/factories.ts';

const SIZE = 1_000;
const PAGE = 100;
/** Other processes of the machine only add to a cost, so the least of some rounds is compared. */
const ROUNDS = 6;
const MAX_ROUNDS = 40;
const PROMISED_RATIO = 1.2;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Notices as a conference sends them: times of different things, seats, points and people. */
function noticeOf(n: number): NoticeDraft {
  const at = (hours: number) => new Date(Date.UTC(2026, 4, 14) + hours * 3_600_000).toISOString();
  const thing = {
    title: `Engines that weave, part ${n}`,
    starts_at: at(n),
    ends_at: at(n + 1),
    timezone: 'Europe/Berlin',
    place: `Room ${n % 20}`,
    status: 'scheduled',
  };
  const changes = { room: { from: 'Attic', to: thing.place } };
  const notices: readonly NoticeDraft[] = [
    {
      type: 'agenda_item_updated',
      args: { thing, changes },
      data: { agenda_item_id: n + 1, conference_id: 1, event_id: null, changes },
    },
    {
      type: 'event_updated',
      args: { thing, changes: {} },
      data: { event_id: n + 1, changes: {} },
    },
    {
      type: 'connection_request',
      args: { name: `Ada ${n}`, message: 'Loved your talk!' },
      data: { connection_id: n + 1, actor: { id: 7, first_name: 'Ada', photo_url: null } },
    },
    {
      type: 'quest_task_approved',
      args: { title: `Task ${n}`, points: n % 30 },
      data: { quest_id: 1, task_id: n + 1, points: n % 30 },
    },
    {
      type: 'seat_given',
      args: { names: [`Conference ${n}`], more: 0, status: 'registered' },
      data: { conference_id: n + 1, status: 'registered' },
    },
  ];
  return notices[n % notices.length] as NoticeDraft;
}

/** The processor time of reading the whole inbox, in microseconds. */
async function costOf(user: User): Promise<number> {
  const started = process.cpuUsage();
  for (let page = 1; page <= SIZE / PAGE; page++) {
    const { body } = await api
      .as(user)
      .get('/api/v1/notifications')
      .query({ limit: PAGE, page })
      .expect(200);
    expect(body.data).toHaveLength(PAGE);
  }
  const { user: own, system } = process.cpuUsage(started);
  return own + system;
}

it('an inbox of 1,000 in Arabic costs at most 1.2 times the English one', async () => {
  const english = await aUser(api.db, { language_code: 'en' });
  const arabic = await aUser(api.db, { language_code: 'ar' });
  const readers = [english.id, arabic.id];
  await api.store.transaction(async (tx) => {
    for (let n = 0; n < SIZE; n++) await tx.notifications.insertForAll(readers, noticeOf(n));
  });

  const least = { english: Number.POSITIVE_INFINITY, arabic: Number.POSITIVE_INFINITY };
  const ratio = () => least.arabic / least.english;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round >= ROUNDS && ratio() <= PROMISED_RATIO) break;
    least.english = Math.min(least.english, await costOf(english));
    least.arabic = Math.min(least.arabic, await costOf(arabic));
  }
  expect(ratio()).toBeLessThanOrEqual(PROMISED_RATIO);
});
