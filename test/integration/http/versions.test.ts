import { isStored } from '../../../src/domain/operations/idempotency-keys.ts';
import { takesIfMatch } from '../../../src/http/versions.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { declaredEndpoints, nameOf } from '../../support/endpoints.ts';
import { aConference, aUser } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import {
  lastOf,
  type Params,
  requestTo,
  type Shown,
  shown,
  VERSIONED_RESOURCES,
} from '../../support/versions.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const RESOURCES = Object.entries(VERSIONED_RESOURCES).map(([noun, resource]) => ({
  noun,
  ...resource,
}));
const DECLARED = declaredEndpoints().map(nameOf);
const READ_ALONE = RESOURCES.filter(({ path }) => DECLARED.includes(`GET ${path}`));
const EDITS = RESOURCES.flatMap((resource) =>
  Object.entries(resource.edits).map(([edit, body]) => ({ ...resource, edit, body })),
);
const DELETIONS = RESOURCES.flatMap((resource) =>
  resource.deletions.map((deletion) => ({ ...resource, deletion })),
);
const refused = (version: number) =>
  failure('PRECONDITION_FAILED', `If-Match: expected the current version, which is ${version}`);
// Reads of people are counted each minute.
const countAudited = async () =>
  Number((await api.db('audit_log').whereNot('action', 'people.read').count())[0]?.count);

it('is tested of each endpoint that takes If-Match', () => {
  const tested = [...EDITS.map(({ edit }) => edit), ...DELETIONS.map(({ deletion }) => deletion)];
  expect(tested.toSorted()).toEqual(api.endpoints.filter(takesIfMatch).map(nameOf).toSorted());
});

/** The version after an edit. */
const raised = ({ hasChecksum }: { hasChecksum?: true | undefined }, version: number) =>
  hasChecksum ? expect.any(Number) : version + 1;

describe.each(READ_ALONE)('the version of a $noun', ({ path, insert, hasChecksum }) => {
  it('is in the body and the ETag of its GET, which never answers 304', async () => {
    const params = await insert(api);

    const { body, headers } = await requestTo(api, `GET ${path}`, params).expect(200);

    expect(body.version).toEqual(raised({ hasChecksum }, 0));
    expect(headers.etag).toBe(`"${lastOf(path, params)}.${body.version}"`);
    expect(headers['cache-control']).toBe('private, no-store, no-transform');
    for (const tag of [headers.etag, '*']) {
      await requestTo(api, `GET ${path}`, params).set('If-None-Match', String(tag)).expect(200);
    }
  });
});

describe.each(EDITS)('If-Match of $edit', ({ insert, edit, body: bodyOf, ...resource }) => {
  const { path } = resource;
  const read = async (params: Params) =>
    (await shown(api, resource, params)) as Shown & { readonly version: number };
  const tag = (params: Params, version: number) => `"${lastOf(path, params)}.${version}"`;

  it('lets the current version through, which the edit raises', async () => {
    const params = await insert(api);
    const { version } = await read(params);

    const first = await requestTo(api, edit, params)
      .set('If-Match', tag(params, version))
      .send(bodyOf(1, params))
      .expect(200);

    expect(first.body.version).toEqual(raised(resource, version));
    expect(first.body.version).not.toBe(version);
    expect(first.headers.etag).toBe(tag(params, first.body.version));
    expect(first.body).toMatchObject(await read(params));
    await requestTo(api, edit, params)
      .set('If-Match', String(first.headers.etag))
      .send(bodyOf(2, params))
      .expect(200);
    expect(await read(params)).toMatchObject({ version: raised(resource, first.body.version) });
  });

  it('refuses an older version with the current resource, and changes nothing', async () => {
    const params = await insert(api);
    const { version } = await read(params);
    await requestTo(api, edit, params).send(bodyOf(1, params)).expect(200);
    const [current, audited] = [await read(params), await countAudited()];

    const { body, headers } = await requestTo(api, edit, params)
      .set('If-Match', tag(params, version))
      .send(bodyOf(2, params))
      .expect(412);

    expect(body).toEqual({ ...refused(current.version), current });
    expect(headers.etag).toBeUndefined();
    expect(headers['cache-control']).toBe('private, no-store, no-transform');
    expect(await read(params)).toEqual(current);
    expect(await countAudited()).toBe(audited);
  });

  it('edits any version without the header and with *', async () => {
    const params = await insert(api);
    await requestTo(api, edit, params).send(bodyOf(1, params)).expect(200);
    const { body } = await requestTo(api, edit, params)
      .set('If-Match', '*')
      .send(bodyOf(2, params))
      .expect(200);
    expect(body.version).toEqual(raised(resource, 2));
  });

  it('lets one of twenty edits at once through', async () => {
    const params = await insert(api);
    const { version } = await read(params);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        requestTo(api, edit, params).set('If-Match', tag(params, version)).send(bodyOf(n, params)),
      ),
    );

    const [won, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    const current = await read(params);
    expect(won?.body).toMatchObject(current);
    expect(current.version).toEqual(raised(resource, version));
    for (const { status, body } of others) {
      expect({ status, body }).toEqual({
        status: 412,
        body: { ...refused(current.version), current },
      });
    }
  });
});

describe.each(DELETIONS)('If-Match of $deletion', ({ insert, edits, deletion, ...resource }) => {
  const { path } = resource;
  const [[edit, bodyOf] = ['', () => ({})]] = Object.entries(edits);

  it('refuses an older version with the current resource, and deletes the current one', async () => {
    const params = await insert(api);
    const tag = (version: number) => `"${lastOf(path, params)}.${version}"`;
    await requestTo(api, edit, params).send(bodyOf(1, params)).expect(200);
    const current = await shown(api, resource, params);

    const { body } = await requestTo(api, deletion, params).set('If-Match', tag(1)).expect(412);

    expect(body).toEqual({ ...refused(2), current });
    expect(await shown(api, resource, params)).toEqual(current);
    await requestTo(api, deletion, params).set('If-Match', tag(2)).expect(200);
  });
});

describe('If-Match', () => {
  const EDIT = 'PUT /admin/conferences/:id';
  const edit = (id: number, ifMatch: string) =>
    requestTo(api, EDIT, { id }).set('If-Match', ifMatch).send({ city: 'Bremen' });

  it.each([
    ['"ID.1"', 'the ETag'],
    ['W/"ID.1"', 'weakened by a proxy'],
    ['"ID.1-gzip"', 'compressed by a proxy'],
    ['"ID.1-br"', 'compressed by a proxy'],
    ['"ID.1-zstd"', 'compressed by a proxy'],
    ['W/"ID.1-gzip"', 'both'],
    ['"ID.7", "ID.1"', 'one of several'],
    [' "ID.7"\t,W/"ID.1-br" ', 'one of several, with spaces'],
    ['"a,b", "ID.1"', 'beside one with a comma'],
    ['"ID.7", , "ID.1",', 'in a list with empty elements'],
  ])('takes %s, %s', async (ifMatch) => {
    const { id } = await aConference(api.db);
    const { body } = await edit(id, ifMatch.replaceAll('ID', String(id))).expect(200);
    expect(body).toMatchObject({ city: 'Bremen', version: 2 });
  });

  it.each(['"ID.2"', '"ID.10"', '"1ID.1"', '"1"', '""', '"ID.1-deflate"', '"x"', '"ID.01x"'])(
    'refuses %s as another version',
    async (ifMatch) => {
      const { id } = await aConference(api.db);
      const { body } = await edit(id, ifMatch.replaceAll('ID', String(id))).expect(412);
      expect(body).toMatchObject(refused(1));
    },
  );

  it.each([
    ['ID.1', 'without quotes'],
    ["'ID.1'", 'in other quotes'],
    ['w/"ID.1"', 'with a small w'],
    ['"ID.1', 'without the second quote'],
    ['"ID.1" "ID.2"', 'without a comma'],
    ['tag', 'a word'],
    [',', 'only a comma'],
    ['*, "ID.1"', 'with a star in a list'],
    ['', 'without anything'],
  ])('refuses %s, %s, as malformed', async (ifMatch) => {
    const { id } = await aConference(api.db);
    const { body } = await edit(id, ifMatch.replaceAll('ID', String(id))).expect(400);
    expect(body).toEqual(refusal('If-Match'));
  });

  it('comes after the existence of the resource, and before its rules', async () => {
    await edit(2 ** 40, '"1.1"').expect(404);
    const { id } = await aConference(api.db);
    const { body } = await requestTo(api, EDIT, { id })
      .set('If-Match', `"${id}.9"`)
      .send({ ends_on: '2001-01-01' })
      .expect(412);
    expect(body.current).toMatchObject({ id, version: 1 });
  });

  it('shows in current what the reference declares, and nothing else', async () => {
    const { id } = await aConference(api.db);
    const { body } = await edit(id, '"0.1"').expect(412);
    expect(Object.keys(body)).toEqual(['error', 'code', 'current']);
    expect(body.current).toEqual((await requestTo(api, `GET /admin/conferences/:id`, { id })).body);
  });

  it('lets one of two processes through', async () => {
    await using other = await startApi({ on: api });
    const { id } = await aConference(api.db);
    for (let version = 1; version <= 5; version += 1) {
      const answers = await Promise.all(
        [api, other, api, other].map((one, n) =>
          requestTo(one, EDIT, { id })
            .set('If-Match', `"${id}.${version}"`)
            .send({ name: `Version ${version} of process ${n}` }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
    }
  });

  it('is a header that CORS allows', async () => {
    const preflight = await api
      .anonymous()
      .options('/api/v1/admin/conferences/1')
      .set('Origin', 'https://console.example')
      .set('Access-Control-Request-Method', 'PUT')
      .set('Access-Control-Request-Headers', 'if-match');
    expect(preflight.get('Access-Control-Allow-Headers')).toContain('If-Match');
  });

  it('is ignored where no resource has versions', async () => {
    const { id } = await aConference(api.db);
    await api.anonymous().get(`/api/v1/conferences/${id}`).set('If-Match', 'broken').expect(200);
  });

  it('fails without an answer that is stored for an Idempotency-Key', () => {
    expect(isStored(412)).toBe(false);
  });
});

describe('the version of a conference', () => {
  const put = (id: number, body: object) =>
    requestTo(api, 'PUT /admin/conferences/:id', { id }).send(body).expect(200);

  it('stays while an edit changes nothing', async () => {
    const { id, name } = await aConference(api.db);
    const { body, headers } = await put(id, { name });
    expect([body.version, headers.etag]).toEqual([1, `"${id}.1"`]);
  });

  it('stays while attendees come and go', async () => {
    const [conference, user] = [await aConference(api.db), await aUser(api.db)];
    const path = `/api/v1/conferences/${conference.id}/register`;
    await api.as(user).post(path).expect(201);
    await api.as(user).delete(path).expect(200);
    const { body } = await requestTo(api, 'GET /admin/conferences/:id', { id: conference.id });
    expect(body.version).toBe(1);
  });

  it('is 1 in the answer that creates it, which has no ETag', async () => {
    const { body, headers } = await api
      .admin()
      .post('/api/v1/admin/conferences')
      .send({ name: 'New', starts_on: '2026-05-14', ends_on: '2026-05-16' })
      .expect(201);
    expect(body.version).toBe(1);
    expect(headers.etag).toBeUndefined();
  });

  it('is unknown to the public, whose ETag it does not change', async () => {
    const { id } = await aConference(api.db);
    const read = () => api.anonymous().get(`/api/v1/conferences/${id}`).expect(200);
    const before = await read();
    await api.db('conferences').where({ id }).update({ version: 7 });
    const after = await read();
    expect(before.body.version).toBeUndefined();
    expect(after.headers.etag).toBe(before.headers.etag);
  });
});
