import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { notificationOf } from '../../support/conference-notifications.ts';
import { aUser } from '../../support/factories.ts';

const SIZE = 200;
const PAGE = 100;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function read(user: User): Promise<void> {
  for (let page = 1; page <= SIZE / PAGE; page++) {
    const { body } = await api
      .as(user)
      .get('/api/v1/notifications')
      .query({ limit: PAGE, page })
      .expect(200);
    expect(body.data).toHaveLength(PAGE);
  }
}

/** How often `work` formats a period, which takes ten times as long as the text around it. */
async function periodsFormatted(work: () => Promise<void>): Promise<number> {
  const { formatRangeToParts } = Intl.DateTimeFormat.prototype;
  let count = 0;
  Intl.DateTimeFormat.prototype.formatRangeToParts = function (...period) {
    count++;
    return formatRangeToParts.apply(this, period);
  };
  try {
    await work();
  } finally {
    Intl.DateTimeFormat.prototype.formatRangeToParts = formatRangeToParts;
  }
  return count;
}

it('formats a period once in a language, however many read it', async () => {
  const [first, second] = [
    await aUser(api.db, { language_code: 'ar' }),
    await aUser(api.db, { language_code: 'ar' }),
  ];
  await api.store.transaction(async (tx) => {
    for (let n = 0; n < SIZE; n++) {
      await tx.notifications.insertForAll([first.id, second.id], notificationOf(n));
    }
  });

  // Two of five notices have one.
  expect(await periodsFormatted(() => read(first))).toBeGreaterThanOrEqual((SIZE * 2) / 5);
  expect(await periodsFormatted(() => read(second))).toBe(0);
});
