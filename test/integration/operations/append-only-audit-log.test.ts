import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aUser } from '../../support/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(() => emptyAuditLog(api.db));

const rows = () => api.db('audit_log').orderBy('id');
const READS = { action: 'people.read', after: { endpoint: 'listAdminUsers', reads: 3 } };
const insert = (row: object) =>
  api.db('audit_log').insert({
    actor: 'key kg3q5w2a',
    action: 'user.update',
    subject_type: 'user',
    subject_id: 1,
    request_id: 'a-request',
    before: { first_name: 'Ada', company: 'Looms' },
    after: { first_name: 'Augusta' },
    ...row,
  });

describe('the audit log', () => {
  it.each([
    'delete from audit_log',
    'truncate audit_log',
    "update audit_log set actor = 'key of another'",
    "update audit_log set at = now() - interval '1 day'",
    "update audit_log set ip = '192.0.2.1', api_key_id = 7",
    'update audit_log set before = null, after = null',
    `update audit_log set after = '{"first_name":"Grace"}'`,
    `update audit_log set after = after || '{"reads":4}'`,
    `update audit_log set action = 'people.read', after = '{"endpoint":"x","reads":1}'`,
  ])('refuses: %s', async (statement) => {
    await insert({});
    const before = await rows();

    await expect(api.db.raw(statement)).rejects.toThrow('audit_log is append-only');
    expect(await rows()).toEqual(before);
  });

  it.each([
    `{"endpoint":"listAdminUsers","reads":2}`,
    `{"endpoint":"listAdminUsers","reads":3}`,
    `{"endpoint":"listAdminUsers"}`,
    `{"endpoint":"getAdminUser","reads":4}`,
  ])('refuses to change counted reads to %s', async (after) => {
    await insert(READS);
    const change = () => api.db('audit_log').update({ after });

    await expect(change()).rejects.toThrow('audit_log is append-only');
  });

  it('counts more reads in the row of these', async () => {
    await insert({ ...READS, before: null });
    await api.db('audit_log').update({ after: { endpoint: 'listAdminUsers', reads: 4 } });

    expect(await rows()).toMatchObject([{ after: { reads: 4 } }]);
  });

  it('is emptied by an erasure, and refuses changes after it in the same transaction', async () => {
    const ada = await aUser(api.db);
    await insert({ subject_id: ada.id });
    await insert({ subject_type: 'speaker', after: { user_id: ada.id, name: 'Ada' } });

    await api.admin().delete(`/api/v1/admin/users/${ada.id}`).expect(200);
    expect(await rows()).toMatchObject([
      { subject_id: ada.id, before: null, after: null, actor: 'key kg3q5w2a' },
      { after: { name: 'Ada' } },
      { action: 'user.erase' },
    ]);

    const redactAndChange = api.db.transaction(async (trx) => {
      await trx.raw(`select redact_audit_log('speaker', '{1}')`);
      await trx('audit_log').update({ before: null });
    });
    await expect(redactAndChange).rejects.toThrow('audit_log is append-only');
  });

  it('loses only values in a marked transaction', async () => {
    await insert({});
    const changeMarked = (change: object) =>
      api.db.transaction(async (trx) => {
        await trx.raw(`select set_config('hallway.redacts_audit_log', 'on', true)`);
        await trx('audit_log').update(change);
      });

    for (const change of [
      { after: { first_name: 'Grace' } },
      { before: { first_name: 'Ada', company: 'Engines' } },
      { before: { first_name: 'Ada', email: 'ada@example.org' } },
      { before: null, actor: 'nobody' },
    ])
      await expect(changeMarked(change)).rejects.toThrow('audit_log is append-only');
    await changeMarked({ before: { company: 'Looms' }, after: null });
    expect(await rows()).toMatchObject([{ before: { company: 'Looms' }, after: null }]);
  });
});
