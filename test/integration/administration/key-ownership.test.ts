import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { aUser } from '../../support/factories.ts';

const END = '2026-12-01T00:00:00.000Z';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
  await aUser(api.db);
});
afterAll(() => api.close());

async function twoKeysOfOnePerson(): Promise<readonly [string, string]> {
  const given = { administrator_id: await anAdministrator(api.db), expires_at: END };
  const [one, two] = [await aKey(api.db, given), await aKey(api.db, given)];
  return [one.secret, two.secret];
}

/** Both secrets of one key, while it is rotated. */
async function twoSecretsOfOneMachine(): Promise<readonly [string, string]> {
  const { id, secret } = await aKey(api.db);
  const rotation = { grace_seconds: 60 };
  const path = `/api/v1/admin/api-keys/${id}/rotate`;
  const { body } = await api.admin().post(path).send(rotation).expect(200);
  return [secret, body.secret];
}

const twoMachines = async () => [(await aKey(api.db)).secret, (await aKey(api.db)).secret] as const;

const SAME = [
  ['two keys of one administrator', twoKeysOfOnePerson],
  ['two secrets of one machine', twoSecretsOfOneMachine],
] as const;

describe('an Idempotency-Key', () => {
  const isReplayed = async ([one, two]: readonly [string, string]) => {
    const key = randomUUID();
    const post = (secret: string) =>
      api
        .admin(secret)
        .post('/api/v1/admin/speakers')
        .set('Idempotency-Key', key)
        .send({ name: `Ada ${key}` })
        .expect(201);
    const first = await post(one);
    const second = await post(two);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    return second.headers['idempotency-replayed'] === 'true' && second.body.id === first.body.id;
  };

  it.each(SAME)('belongs to %s', async (_, both) => {
    expect(await isReplayed(await both())).toBe(true);
  });

  it('does not belong to two machines', async () => {
    expect(await isReplayed(await twoMachines())).toBe(false);
  });
});

describe('a duplicate broadcast', () => {
  const statuses = async ([one, two]: readonly [string, string]) => {
    const broadcast = { title: randomUUID(), body: 'Open at nine.', audience: { user_ids: [1] } };
    const send = async (secret: string) =>
      (await api.admin(secret).post('/api/v1/admin/notifications/bulk-send').send(broadcast)).body
        .code ?? 'sent';
    return [await send(one), await send(two)];
  };

  it.each(SAME)('is known from %s', async (_, both) => {
    expect(await statuses(await both())).toEqual(['sent', 'DUPLICATE_BROADCAST']);
  });

  it('is not known from two machines', async () => {
    expect(await statuses(await twoMachines())).toEqual(['sent', 'sent']);
  });
});
