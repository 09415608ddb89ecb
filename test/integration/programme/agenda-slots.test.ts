import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference } from '../../support/factories.ts';
import { scheduleXml } from '../../support/schedules.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of ['agenda_items', 'conferences']) await api.db(table).delete();
  const days = { timezone: 'Europe/Brussels', starts_on: '2027-02-01', ends_on: '2027-02-02' };
  conference = await aConference(api.db, days);
});

const upload = async (content: string, query: object = {}) => {
  const path = `/api/v1/admin/conferences/${conference.id}/agenda/import`;
  const { body } = await api
    .admin()
    .post(path)
    .query(query)
    .attach('file', Buffer.from(content), 'schedule')
    .expect(200);
  return body;
};
/** One talk, at these hours of the day, each with its room. */
const slots = (...hours: (readonly [hour: number, title?: string, room?: string])[]) =>
  scheduleXml(
    hours.map(([hour, title = 'Twice', room = 'Quay']) => ({
      guid: 'same',
      title,
      room,
      date: `2027-02-01T${hour}:00:00+01:00`,
    })),
  );
const items = async () => {
  const rows: AgendaItem[] = await api.db('agenda_items').orderBy('id');
  return rows.map(({ id, title, starts_at, room, status }) => ({
    id,
    shown: [title, Number(starts_at.slice(11, 13)) + 1, room, status].join(),
  }));
};
const shown = async () => (await items()).map((item) => item.shown);

describe('a talk in several slots', () => {
  it('is an item for each, which stays the same when one of them moves', async () => {
    expect(await upload(slots([10], [15]))).toMatchObject({ created: 2, failed: 0, warnings: [] });
    expect(await shown()).toEqual(['Twice,10,Quay,scheduled', 'Twice,15,Quay,scheduled']);
    const [first, second] = await items();
    expect(await upload(slots([10], [15]))).toMatchObject({ unchanged: 2 });

    // The first is now after the other one.
    expect(await upload(slots([15], [17]))).toMatchObject({ updated: 1, unchanged: 1, created: 0 });
    expect(await items()).toEqual([
      { id: first?.id, shown: 'Twice,17,Quay,scheduled' },
      { id: second?.id, shown: 'Twice,15,Quay,scheduled' },
    ]);
    const gone = await upload(slots([15]), { absent: 'cancel' });
    expect(gone).toMatchObject({
      cancelled: 1,
      absent: [
        { agenda_item_id: first?.id, title: 'Twice', starts_at: '2027-02-01T16:00:00.000Z' },
      ],
    });
  });

  it('can be in two rooms at once, and is refused twice in one', async () => {
    const body = await upload(slots([10, 'Twice', 'Quay'], [10, 'Twice', 'Attic'], [10]));
    expect(body).toMatchObject({
      created: 2,
      errors: [{ row: 3, error: 'the same agenda item as row 1' }],
    });
  });
});

describe('a key of several titles', () => {
  it('counts only with the title, and a warning names them', async () => {
    const body = await upload(slots([10, 'Looms'], [15, 'Nets']));
    expect(body).toMatchObject({
      created: 2,
      warnings: ['The key same has several titles, “Looms”, “Nets”: each title is another item'],
    });
    const [looms, nets] = await items();
    await upload(slots([11, 'Nets'], [15, 'Looms']));
    expect(await items()).toEqual([
      { id: looms?.id, shown: 'Looms,15,Quay,scheduled' },
      { id: nets?.id, shown: 'Nets,11,Quay,scheduled' },
    ]);
    // With one title again, the key is one.
    await upload(slots([11, 'Nets at sea']));
    expect(await shown()).toEqual(['Looms,15,Quay,scheduled', 'Nets at sea,11,Quay,scheduled']);
  });
});

describe('a room that was renamed in the schedule', () => {
  it('is named if nothing is there any more, also in a dry run, and organizers can delete it', async () => {
    expect(await upload(slots([10, 'Twice', 'Attic'], [15]))).toMatchObject({ unused_rooms: [] });
    const { id } = await api.db('agenda_groups').where({ name: 'Attic' }).first('id');
    const renamed = slots([10, 'Twice', 'Loft'], [15]);
    const unused_rooms = [{ id, name: 'Attic' }];
    expect(await upload(renamed, { dry_run: true })).toMatchObject({ unused_rooms });
    expect(await upload(renamed)).toMatchObject({ updated: 1, unused_rooms });
    const path = `/api/v1/admin/conferences/${conference.id}/rooms/${id}`;
    await api.admin().delete(path).expect(200);
    expect(await upload(renamed)).toMatchObject({ unused_rooms: [] });
  });
});
