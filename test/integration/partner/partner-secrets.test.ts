import type { User } from '../../../src/domain/people/users.ts';
import { people } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { CODE, PARTNER, PartnerTest } from '../../support/partner.ts';

const { log, lines } = recordingLog();
const EMAIL = 'canary-address@example.org';
const WRONG_CODE = '90817263';
/** Beside the tokens of the sandbox, which all begin with this. */
const TOKEN = 'sandbox-';
const WORDS = 'canary-words-of-the-partner';

let test: PartnerTest;
let ada: User;
/** Every answer of the API. */
const answers: string[] = [];

beforeAll(async () => {
  test = await PartnerTest.start({ log });
  [ada] = await people(test.api.db, 1);
  await useAll();
});
afterAll(() => test.close());

/** Every call of the partner, with good and bad answers. */
async function useAll(): Promise<void> {
  const call = async (request: PromiseLike<{ text: string; headers: object }>) => {
    const { text, headers } = await request;
    answers.push(text, JSON.stringify(headers));
  };
  const nonsense = { status: 200, body: { error: WORDS, [WORDS]: WORDS } };
  const spoil = () => test.answerBy(async () => ({ fault: nonsense, isLate: false }));
  const heal = () => test.answerBy(async () => undefined);
  const refused = { status: 400, body: { error: WORDS } };

  spoil();
  await call(test.register(ada, { email: EMAIL }));
  heal();
  await call(test.register(ada, { email: EMAIL }));
  await call(test.register(ada, { email: `${EMAIL} ` }));
  await call(test.api.as(ada).get(`${PARTNER}/verify?code=${WRONG_CODE}`));
  await call(test.post(ada, 'verify', { code: WRONG_CODE, otp: WRONG_CODE }));
  await call(test.post(ada, 'verify', { code: `${WRONG_CODE}x` }));
  test.answerBy(async () => ({ fault: refused, isLate: false }));
  await call(test.verify(ada));
  heal();
  await call(test.verify(ada));
  await call(test.post(ada, 'refresh-token'));
  await call(test.post(ada, 'pog/mint').set('Idempotency-Key', 'one'));
  spoil();
  await test.work();
  test.answerBy(async () => ({ fault: refused, isLate: false }));
  await test.work();
  heal();
  await test.work();
  await call(test.poll(ada));
  await call(test.api.as(ada).get('/api/v1/notifications'));
  await call(test.api.as(ada).get('/api/v1/users/me/export'));
  await call(test.api.admin().get(`/api/v1/admin/users/${ada.id}`));
  await call(test.api.admin().get('/api/v1/admin/audit-log'));
}

/** All rows of all tables, as text; bytes as the text that they encode. */
async function databaseText(except: readonly string[] = []): Promise<string> {
  const { rows: tables } = await test.api.db.raw(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    if (except.includes(name)) continue;
    const { rows } = await test.api.db.raw(`select * from ${name}`);
    texts.push(
      JSON.stringify(rows, (_, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      ),
    );
  }
  return texts.join('\n');
}

const found = (text: string, words: readonly string[]) =>
  words.filter((word) => text.includes(word));

it('the calls reached the partner, and minted', async () => {
  expect((await test.mintOf(ada)).status).toBe('minted');
  expect(test.calls.length).toBeGreaterThan(8);
  expect(answers.length).toBeGreaterThan(20);
});

it('no log line has a code, a token, an address or words of the partner', () => {
  expect(lines.length).toBeGreaterThan(10);
  expect(found(JSON.stringify(lines), [EMAIL, WRONG_CODE, CODE, TOKEN, WORDS])).toEqual([]);
});

it('no answer has a code, a token, an address or words of the partner', () => {
  expect(found(answers.join('\n'), [EMAIL, WRONG_CODE, CODE, TOKEN, WORDS])).toEqual([]);
});

it('no table has a code, a token, an address or words of the partner: no job, no audit row', async () => {
  expect(found(await databaseText(), [EMAIL, WRONG_CODE, TOKEN, WORDS])).toEqual([]);
});
