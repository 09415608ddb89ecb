import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { User } from '../../../src/domain/people/users.ts';
import { ADMIN_API_KEY, JWT_SECRET } from '../../support/api.ts';
import { aConference, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { PartnerTest } from '../../support/partner.ts';
import { aWebhook, problemOf, WebhookReceiver } from '../../support/webhooks.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/rotate-keys.ts', import.meta.url));
const OLD_KEY = Buffer.from('the older encryption key of them').toString('base64');
const NEW_KEY = Buffer.from('the newer encryption key of them').toString('base64');
const BOTH = `${NEW_KEY},${OLD_KEY}`;
const WEBHOOK_ALLOWED_HOSTS = '127.0.0.1';

let test: PartnerTest;
let ada: User;
let grace: User;
let wei: User;
let cwd: string;

beforeAll(async () => {
  test = await PartnerTest.start({ env: { ENCRYPTION_KEY: OLD_KEY, WEBHOOK_ALLOWED_HOSTS } });
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-rotation-'));
  [ada, grace, wei] = await people(test.api.db, 3);
  await test.verified(ada);
  await test.register(grace, { email: 'grace@example.org' }).expect(200);
  await test.verified(wei, { email: 'wei@example.org' });
  await test.mint(wei).expect(201);
  await test.work();
  await test.api.as(wei).delete('/api/v1/users/me').expect(200);
  const { id } = await aConference(test.api.db);
  const shop = { kind: 'luma', name: 'Guests', credential: 'a-key', settings: { event: 'evt-1' } };
  await test.api.admin().post(`/api/v1/admin/conferences/${id}/sources`).send(shop).expect(201);
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
  await test.close();
});

const rotate = async (ENCRYPTION_KEY: string) => {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    DATABASE_URL: test.api.databaseUrl,
    JWT_SECRET,
    ADMIN_API_KEY,
    MESSENGER_BOT_TOKEN: BOT_TOKEN,
    ENCRYPTION_KEY,
  };
  return promisify(execFile)(process.execPath, [SCRIPT], { cwd, env });
};
const keyIds = async () => {
  const { rows } = await test.api.db.raw(
    `select distinct encode(substring(value from 2 for 4), 'hex') as id
       from partner_accounts,
            unnest(array[destination_encrypted, access_encrypted, refresh_encrypted]) as value
      where value is not null`,
  );
  return rows.map(({ id }: { id: string }) => id);
};

describe('npm run rotate-keys', () => {
  it('re-encrypts every value, and names the keys that hashes still need', async () => {
    const before = await keyIds();
    const { stdout } = await rotate(BOTH);

    expect(stdout).toContain('partner_accounts.access_encrypted: 1 values');
    expect(stdout).toContain('partner_accounts.destination_encrypted: 1 values');
    expect(stdout).toContain('sources.credential_encrypted: 1 values');
    expect(stdout).toMatch(
      /erased_people: 1 hashes still need key [0-9a-f]{8} \(secret 2 of the list\)/,
    );
    expect(stdout).toMatch(
      /partner_erased: 1 hashes still need key [0-9a-f]{8} \(secret 2 of the list\)/,
    );
    expect(stdout).not.toContain(OLD_KEY);
    const after = await keyIds();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
  });

  it('changes nothing when it runs again', async () => {
    const { stdout } = await rotate(BOTH);
    expect(stdout).toContain('partner_accounts.access_encrypted: 0 values');
  });

  it('leaves webhooks signed with their secrets without the old key', async () => {
    await using receiver = await WebhookReceiver.start();
    const given = { url: receiver.url(), kinds: ['attendance.changed'] };
    const { id, secret } = await aWebhook(test.api, given);
    expect((await rotate(BOTH)).stdout).toContain('webhook_endpoints.secret_encrypted: 1 values');

    const env = { ENCRYPTION_KEY: NEW_KEY, WEBHOOK_ALLOWED_HOSTS };
    await using renewed = await test.second({ env });
    await renewed.admin().post(`/api/v1/admin/webhooks/${id}/test`).expect(200);
    const [message] = receiver.messages;
    expect(problemOf(message as never, secret, renewed.now())).toBeUndefined();
  });

  it('leaves tokens and addresses readable without the old key', async () => {
    await using renewed = await test.second({ env: { ENCRYPTION_KEY: NEW_KEY } });
    await test.post(ada, 'refresh-token', undefined, renewed).expect(200);
    await test.verify(grace, '424242', renewed).expect(200);
  });

  it('leaves an erased user known, with the old key in the list', async () => {
    await using renewed = await test.second({ env: { ENCRYPTION_KEY: BOTH } });
    const [again] = await people(test.api.db, 1);
    await test.register(again, { email: 'wei@example.org' }, renewed).expect(200);
    await test.verify(again, '424242', renewed).expect(200);
    const { body } = await test.post(again, 'pog/mint', undefined, renewed).expect(409);
    expect(body).toEqual(failure('ALREADY_MINTED'));
  });

  it('ends with one sentence when a key is missing', async () => {
    const error = await rotate(OLD_KEY).then(
      () => undefined,
      (failed: { stderr: string; code: number }) => failed,
    );
    expect(error?.code).toBe(1);
    expect(error?.stderr).toMatch(
      /^partner_accounts\.\w+: no key [0-9a-f]{8} in ENCRYPTION_KEY\n$/,
    );
  });
});
