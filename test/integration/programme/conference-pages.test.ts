import sharp from 'sharp';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { laterOn } from '../../support/changes.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aConference, anAgendaItem, aUser } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';

let api: TestApi;
let conference: Conference;
let picture: { id: number; url: string };

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await emptyAuditLog(api.db);
  await deleteRows(api.db, 'conferences', 'gone_rows');
  conference = await aConference(api.db);
});

const upload = async () => {
  const { body } = await api
    .admin()
    .post('/api/v1/admin/images')
    .attach('file', await aPicture(), 'map.png')
    .expect(201);
  return body as { id: number; url: string };
};
const aPicture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
beforeAll(async () => {
  picture = await upload();
});

type Shown = { id: number; version: number; title: string; position: number; marks: object[] };

const pathOf = ({ id } = conference) => `/api/v1/admin/conferences/${id}/pages`;
const create = (body: object, of = conference) => api.admin().post(pathOf(of)).send(body);
const made = async (body: object = {}) =>
  (await create({ title: 'Wi-Fi', ...body }).expect(201)).body as Shown;
const change = (id: number, body: object, ifMatch?: string, of = conference) => {
  const request = api.admin().put(`${pathOf(of)}/${id}`);
  return (ifMatch ? request.set('If-Match', ifMatch) : request).send(body);
};
const remove = (id: number, of = conference) => api.admin().delete(`${pathOf(of)}/${id}`);
const order = (ids: readonly number[]) => api.admin().put(`${pathOf()}/order`).send({ ids });
const list = async (): Promise<Shown[]> => (await api.admin().get(pathOf()).expect(200)).body.data;
const published = (query = '', of = conference) =>
  api.anonymous().get(`/api/v1/conferences/${of.id}/pages${query}`);
const aRoom = async (name = 'Dock 1', of = conference) =>
  (await api.store.agendaGroups.insert({ conference_id: of.id, kind: 'room' }, { name })).id;
const actions = () => api.db('audit_log').orderBy('id').pluck('action');

describe('an information page', () => {
  it('is made after the others, and visitors read it in the order of the organizers', async () => {
    const room_id = await aRoom();
    const wifi = await made({
      body: 'Network: **Quay**',
      translations: { de: { title: 'WLAN', body: 'Netz: **Quay**' } },
    });
    const marks = [
      { room_id, x: 120, y: 640 },
      { label: 'Cloakroom', x: 0, y: 1_000 },
    ];
    const map = await made({ kind: 'map', title: 'Map', image_url: picture.url, marks });
    expect(wifi).toMatchObject({ kind: 'text', position: 0, version: 1, marks: [] });

    const { body } = await published().expect(200);
    expect(body).toEqual({
      data: [
        {
          ...{ id: wifi.id, kind: 'text', title: 'Wi-Fi', body: 'Network: **Quay**' },
          ...{ image_url: null, position: 0, marks: [], updated_at: expect.any(String) },
          translations: { de: { title: 'WLAN', body: 'Netz: **Quay**' } },
        },
        {
          ...{ id: map.id, kind: 'map', title: 'Map', body: '', image_url: picture.url },
          ...{ position: 1, translations: {}, updated_at: expect.any(String) },
          marks: [
            { room_id, room: 'Dock 1', label: null, x: 120, y: 640 },
            { room_id: null, room: null, label: 'Cloakroom', x: 0, y: 1_000 },
          ],
        },
      ],
      pagination: { page: 1, limit: 20, total: 2, pages: 1 },
      as_of: expect.any(String),
    });
    expect(await list()).toMatchObject(body.data);
  });

  it('is changed field by field, and its marks as a whole', async () => {
    const page = await made({ kind: 'map', marks: [{ label: 'A', x: 1, y: 2 }] });
    const { body } = await change(page.id, { body: 'Two floors' }).expect(200);
    expect(body).toMatchObject({ title: 'Wi-Fi', body: 'Two floors', version: 2 });
    expect(body.marks).toEqual(page.marks);

    const same = await change(page.id, { marks: [{ label: 'A', x: 1, y: 2 }] }).expect(200);
    expect(same.body.version).toBe(2);
    const moved = await change(page.id, { marks: [{ label: 'B', x: 3, y: 4 }] }).expect(200);
    expect(moved.body.marks).toEqual([{ room_id: null, room: null, label: 'B', x: 3, y: 4 }]);
    const none = await change(page.id, { marks: [], body: '' }).expect(200);
    expect(none.body).toMatchObject({ marks: [], body: '', version: 4 });
    await remove(page.id).expect(200);
    await remove(page.id).expect(404);
    expect(await actions()).toEqual([
      'conference_page.create',
      ...Array(3).fill('conference_page.update'),
      'conference_page.delete',
    ]);
  });

  it('is not changed from an older version', async () => {
    const { id } = await made();
    const tag = `"${id}.1"`;
    await change(id, { title: 'One' }, tag).expect(200);
    const { body } = await change(id, { title: 'Two' }, tag).expect(412);
    expect(body).toMatchObject(failure('PRECONDITION_FAILED'));
    expect(body.current).toMatchObject({ title: 'One', version: 2 });
    await remove(id).set('If-Match', tag).expect(412);
    const edits = await Promise.all(['a', 'b'].map((title) => change(id, { title }, `"${id}.2"`)));
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('is of its conference alone', async () => {
    const { id } = await made();
    const other = await aConference(api.db);
    await change(id, { title: 'One' }, undefined, other).expect(404);
    await remove(id, other).expect(404);
    await create({ title: 'One' }, { ...other, id: 999_999 }).expect(404);
    await api
      .admin()
      .get(pathOf({ ...other, id: 999_999 }))
      .expect(404);
  });

  it('of a draft is shown to nobody, and goes with its conference', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    await create({ title: 'One' }, draft).expect(201);
    await published('', draft).expect(404);
    await api.admin().delete(`/api/v1/admin/conferences/${draft.id}`).expect(200);
    expect(await api.db('conference_pages')).toEqual([]);
  });
});

describe('refuses', () => {
  it.each([
    ['no title', {}, 'title'],
    ['a long body', { title: 'a', body: 'x'.repeat(20_001) }, 'body'],
    ['another kind', { title: 'a', kind: 'plan' }, 'kind'],
    ['an invalid language', { title: 'a', translations: { '-': { title: 'a', body: '' } } }],
    ['marks on a text', { title: 'a', marks: [{ label: 'A', x: 1, y: 1 }] }, 'marks'],
    ['a mark without a name', { title: 'a', kind: 'map', marks: [{ x: 1, y: 1 }] }],
    [
      'a mark with both names',
      { title: 'a', kind: 'map', marks: [{ room_id: 1, label: 'A', x: 1, y: 1 }] },
    ],
    ['x below 0', { title: 'a', kind: 'map', marks: [{ label: 'A', x: -1, y: 1 }] }],
    ['y above 1,000', { title: 'a', kind: 'map', marks: [{ label: 'A', x: 1, y: 1_001 }] }],
    ['half a per mille', { title: 'a', kind: 'map', marks: [{ label: 'A', x: 1.5, y: 1 }] }],
    [
      '201 marks',
      { title: 'a', kind: 'map', marks: Array(201).fill({ label: 'A', x: 1, y: 1 }) },
      'marks',
    ],
    ['a picture elsewhere', { title: 'a', image_url: 'https://sea.example/a.png' }, 'image_url'],
    [
      'a picture that does not exist',
      { title: 'a', image_url: 'http://127.0.0.1/api/v1/media/x' },
      'image_url',
    ],
  ])('%s', async (_, body, field?: string) => {
    const answer = await create(body).expect(400);
    expect(answer.body).toMatchObject(field ? refusal(field) : failure('VALIDATION_ERROR'));
    expect(await list()).toEqual([]);
  });

  it('a room of another conference, a track, and a room twice', async () => {
    const [own, foreign] = [await aRoom(), await aRoom('Quay', await aConference(api.db))];
    const of = { conference_id: conference.id, kind: 'track' } as const;
    const track = (await api.store.agendaGroups.insert(of, { name: 'History' })).id;
    const marksOf = (...ids: number[]) => ids.map((room_id) => ({ room_id, x: 1, y: 1 }));
    const page = await made({ kind: 'map' });
    for (const room of [foreign, track, 999_999]) {
      const { body } = await change(page.id, { marks: marksOf(own, room) }).expect(400);
      expect(body).toMatchObject(refusal('marks.1.room_id'));
    }
    const { body } = await change(page.id, { marks: marksOf(own, own) }).expect(400);
    expect(body).toMatchObject(refusal('marks'));
    await change(page.id, { marks: marksOf(own) }).expect(200);
  });

  it('a picture that a user uploaded', async () => {
    const owner = await aUser(api.db);
    const { body } = await api
      .as(owner)
      .post('/api/v1/images/upload')
      .attach('file', await aPicture(), 'me.png')
      .expect(201);
    const answer = await create({ title: 'a', image_url: body.url }).expect(400);
    expect(answer.body).toMatchObject(refusal('image_url'));
  });

  it('the 21st page, of 25 at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => create({ title: `Page ${n}` })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(5);
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, 'PAGE_LIMIT']);
    }
    expect((await list()).map(({ position }) => position)).toEqual([...Array(20).keys()]);
    expect((await published().expect(200)).body.data).toHaveLength(20);
  });

  it('a second map, of two at once', async () => {
    const answers = await Promise.all([1, 2].map(() => create({ title: 'Map', kind: 'map' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { body } = await create({ title: 'Map', kind: 'map' }).expect(409);
    expect(body).toMatchObject(failure('CONFLICT', 'kind: this conference has a map'));
    await create({ title: 'Map', kind: 'map' }, await aConference(api.db)).expect(201);
  });
});

describe('the order', () => {
  it('is set as a whole', async () => {
    const ids = [(await made()).id, (await made()).id, (await made()).id];
    const [first = 0, second = 0, third = 0] = ids;
    await order([third, first, second]).expect(200);
    await order([third, first, second]).expect(200);
    expect((await list()).map(({ id }) => id)).toEqual([third, first, second]);
    expect((await actions()).filter((action) => action === 'conference.order_pages')).toHaveLength(
      1,
    );
    for (const wrong of [[first, second], [...ids, 999_999], []]) {
      const { body } = await order(wrong).expect(409);
      expect(body).toMatchObject(failure('CONFLICT'));
    }
    await order([first, first, second]).expect(400);
    const orders = [ids, ids.toReversed()];
    await Promise.all(orders.map((one) => order(one).expect(200)));
    expect(orders).toContainEqual((await list()).map(({ id }) => id));
  });
});

describe('updated_since', () => {
  const asOf = async () => (await published().expect(200)).body.as_of as string;
  const changed = async (since: string) => {
    const { body } = await published(`?updated_since=${since}`).expect(200);
    return { ids: body.data.map(({ id }: Shown) => id), gone: body.gone };
  };

  it('answers what changed, and the deleted ones', async () => {
    const [one, two] = [await made(), await made()];
    await laterOn();
    const since = await asOf();
    expect(await changed(since)).toEqual({ ids: [], gone: [] });
    await change(one.id, { title: 'New' }).expect(200);
    await remove(two.id).expect(200);
    expect(await changed(since)).toEqual({ ids: [one.id], gone: [two.id] });
  });

  it('answers the map when one of its rooms is renamed, and when one is deleted', async () => {
    const [dock, quay] = [await aRoom(), await aRoom('Quay')];
    const marks = [dock, quay].map((room_id) => ({ room_id, x: 1, y: 1 }));
    const map = await made({ kind: 'map', marks });
    const rooms = `/api/v1/admin/conferences/${conference.id}/rooms`;
    await laterOn();
    let since = await asOf();
    await api.admin().put(`${rooms}/${dock}`).send({ name: 'Pier' }).expect(200);
    expect((await changed(since)).ids).toEqual([map.id]);
    expect((await list())[0]?.marks).toMatchObject([{ room: 'Pier' }, { room: 'Quay' }]);
    await laterOn();
    since = await asOf();
    await api.admin().delete(`${rooms}/${quay}`).expect(200);
    expect((await changed(since)).ids).toEqual([map.id]);
    expect((await list())[0]?.marks).toMatchObject([{ room: 'Pier' }]);
  });
});

describe('the picture of a page', () => {
  it('is not deleted while the page shows it', async () => {
    const own = await upload();
    const page = await made({ image_url: own.url });
    const path = `/api/v1/admin/media/${own.id}`;
    const { body } = await api.admin().delete(path).expect(409);
    expect(body).toMatchObject(failure('MEDIA_IN_USE'));
    const many = await api
      .admin()
      .post('/api/v1/admin/media/bulk-delete')
      .send({ ids: [own.id] })
      .expect(200);
    expect(many.body.results).toMatchObject([{ code: 'MEDIA_IN_USE' }]);
    const details = await api.admin().get(path).expect(200);
    expect(details.body.uses).toEqual([
      { type: 'page', id: page.id, name: 'Wi-Fi', conference_id: conference.id },
    ]);
    await remove(page.id).expect(200);
    await api.admin().delete(path).expect(200);
  });

  it('is deleted or shown, never both, at the same time', async () => {
    for (let n = 0; n < 5; n += 1) {
      const own = await upload();
      const [page, deletion] = await Promise.all([
        create({ title: 'Map', image_url: own.url }),
        api.admin().delete(`/api/v1/admin/media/${own.id}`),
      ]);
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([page.status, deletion.status]);
    }
  });
});

describe('a link to a page', () => {
  const find = async (parameter: string) =>
    (await api.anonymous().get(`/api/v1/start/${parameter}`).expect(200)).body.start;

  it('opens the page, and its conference once the page is deleted', async () => {
    const { id } = await made();
    const parameter = `p_${conference.id}_${id}`;
    const page = { kind: 'page', id, conference_id: conference.id };
    expect(await find(parameter)).toEqual({ ...page, available: true });
    const opened = { kind: 'conference', id: conference.id, available: true };
    expect(await find(`p_${conference.id}_999999`)).toEqual(opened);
    await remove(id).expect(200);
    expect(await find(parameter)).toEqual(opened);
    expect(await find(`p_999999_${id}`)).toEqual({ ...opened, id: 999_999, available: false });
  });

  it('of a draft leads nowhere', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const { id } = (await create({ title: 'One' }, draft).expect(201)).body;
    expect((await find(`p_${draft.id}_${id}`)).available).toBe(false);
  });

  it('is what a broadcast opens, also after the page is deleted', async () => {
    const { id } = await made();
    const ada = await aUser(api.db);
    const start = { kind: 'page', id, conference_id: conference.id };
    const send = (given: object) =>
      api
        .admin()
        .post('/api/v1/admin/notifications')
        .send({ user_id: ada.id, title: 'Wi-Fi', body: 'Here', start: given });
    const { body } = await send(start).expect(201);
    expect(body.start).toEqual(start);
    await send({ kind: 'page', id }).expect(400);

    const opens = async () =>
      (await api.as(ada).get(`/api/v1/start/n_${body.id}`).expect(200)).body.start;
    expect(await opens()).toEqual({ ...start, notification_id: body.id, available: true });
    await remove(id).expect(200);
    expect(await opens()).toEqual({
      ...{ kind: 'conference', id: conference.id, notification_id: body.id, available: true },
    });
  });
});

describe('a copy of a conference', () => {
  it('has the pages in their order, with marks at its own rooms', async () => {
    const [dock, quay] = [await aRoom('Dock 1'), await aRoom('Quay')];
    const map = await made({
      ...{ kind: 'map', title: 'Map', image_url: picture.url },
      marks: [
        { room_id: dock, x: 1, y: 2 },
        { room_id: quay, x: 3, y: 4 },
        { label: 'Lift', x: 5, y: 6 },
      ],
    });
    const wifi = await made({ body: 'x', translations: { de: { title: 'WLAN', body: 'y' } } });
    await order([wifi.id, map.id]).expect(200);
    const item = { conference_id: conference.id, room: 'Dock 1' };
    await anAgendaItem(api.db, conference, item);

    const duplicate = async (parts: string[]) =>
      (
        await api
          .admin()
          .post(`/api/v1/admin/conferences/${conference.id}/duplicate`)
          .send({ name: 'Next', starts_on: '2027-05-14', parts })
          .expect(201)
      ).body;
    const pagesOf = async ({ id }: { id: number }) =>
      (await api.admin().get(`/api/v1/admin/conferences/${id}/pages`).expect(200)).body.data;

    // The agenda makes the one room that it names.
    const copy = await duplicate(['agenda', 'pages']);
    expect(copy.copied).toMatchObject({ pages: 2, agenda_items: 1 });
    const [first, second] = await pagesOf(copy);
    expect(first).toMatchObject({
      ...{ title: 'Wi-Fi', body: 'x', translations: { de: { title: 'WLAN', body: 'y' } } },
      ...{ version: 1, position: 0 },
    });
    expect(second).toMatchObject({ kind: 'map', image_url: picture.url });
    expect(second.marks).toEqual([
      { room_id: expect.any(Number), room: 'Dock 1', label: null, x: 1, y: 2 },
      { room_id: null, room: null, label: 'Quay', x: 3, y: 4 },
      { room_id: null, room: null, label: 'Lift', x: 5, y: 6 },
    ]);
    expect(second.marks[0].room_id).not.toBe(dock);
    expect(await pagesOf(await duplicate(['rooms']))).toEqual([]);
  });
});
