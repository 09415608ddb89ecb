import { readdir, readFile } from 'node:fs/promises';
import { BASELINE } from '../../src/db/baseline.ts';
import { startOf } from '../../src/domain/messaging/start-parameters.ts';
import { messengerHash } from '../../src/domain/people/messenger-hashes.ts';
import { Encryption } from '../../src/lib/encryption.ts';
import { keyedHash } from '../../src/lib/keyed-hashes.ts';
import { isMediaUrlValid } from '../../src/lib/media-keys.ts';
import { TicketsService } from '../../src/services/attendance/tickets.service.ts';
import { TokensService } from '../../src/services/people/tokens.service.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { contractChanges } from '../support/contract-changes.ts';
import { aUser } from '../support/factories.ts';

const FIXTURES = 'test/fixtures/upgrades';

type Fixtures = typeof import('../fixtures/upgrades/0.1.0.json');
const read = async (file: string): Promise<Fixtures> =>
  JSON.parse(await readFile(`${FIXTURES}/${file}`, 'utf8'));
const files = await readdir(FIXTURES);

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe.each(files)('what the version of %s made', (file) => {
  let made: Fixtures;
  beforeAll(async () => {
    made = await read(file);
  });

  it('is complete', () => {
    expect(made.tickets.length).toBeGreaterThan(0);
    expect(made.quest_links.length).toBeGreaterThan(0);
    expect(made.keyed_hashes.length).toBeGreaterThan(0);
    expect(made.encrypted_columns.length).toBeGreaterThan(0);
  });

  it('opens the door: codes of tickets', async () => {
    for (const { code, queue_number, ...holder } of made.tickets) {
      const seats = {
        status: () => Promise.reject(new Error('a scan does not ask for the status')),
        findLastSeat: async () => ({ queue_number, isHeld: true }),
      };
      const attendances = { event: seats, conference: seats };
      const tickets = new TicketsService({ attendances, secrets: ['a newer secret', made.secret] });
      expect(await tickets.lastSeatOf(code)).toMatchObject({ holder, queue_number });
    }
  });

  it('signs in: tokens', () => {
    const tokens = new TokensService({
      secrets: ['a newer secret', made.secret],
      ttlSeconds: 1,
      adminTtlSeconds: 1,
      now: () => new Date(made.at),
    });
    const { token, ...user } = made.user_token;
    expect(tokens.readUserToken(token)).toMatchObject(user);
    expect(tokens.readAdminToken(made.admin_token.token)).toMatchObject({
      key: made.admin_token.key,
    });
  });

  it('shows files: signed URLs', () => {
    const { key, ...signed } = made.media_url;
    const options = { secrets: ['a newer secret', made.secret], now: new Date(made.at) };
    expect(isMediaUrlValid(key, signed, options)).toBe(true);
  });

  it('opens the mini app: links and QR codes of quests and tasks', () => {
    for (const { url, ...start } of made.quest_links) {
      expect(startOf(new URL(String(url)).searchParams.get('startapp') ?? '')).toEqual(start);
    }
  });

  it('recognizes erased people and accounts: keyed hashes', () => {
    const { messenger_id, hash } = made.erased_person;
    expect(messengerHash(['a newer secret', made.secret])(messenger_id).all).toContain(hash);
    for (const { purpose, text, hash: stored } of made.keyed_hashes) {
      const hashes = keyedHash(['a newer secret', made.secret], purpose as 'partner accounts');
      expect(hashes(text).all).toContain(stored);
    }
  });

  it('is decrypted: encrypted columns', () => {
    const encryption = new Encryption(['a newer secret', made.secret]);
    for (const { table, column, row_id, purpose, text, base64 } of made.encrypted_columns) {
      const value = Buffer.from(base64, 'base64');
      const at = { table, column, row_id };
      expect(encryption.decrypt(purpose as 'quest secrets', at, value)).toBe(text);
    }
  });

  it('feeds calendar apps: addresses of calendars', async () => {
    const { token, token_hash } = made.calendar_link;
    const { id: user_id } = await aUser(api.db);
    await api.db('calendar_links').delete();
    await api.db('calendar_links').insert({ user_id, token_hash, created_at: made.at });
    const feed = await api.anonymous().get('/api/v1/events/my.ics').query({ token }).expect(200);
    expect(feed.text).toContain('BEGIN:VCALENDAR');
  });
});

describe('a migration', () => {
  it.each([
    ['alter table users rename column name to title;', 'rename'],
    ["await knex.schema.renameTable('people', 'users');", 'rename'],
    ['alter table users rename constraint a to b;', 'rename'],
    ['alter table users drop column name;', 'drop'],
    ['drop table users;', 'drop'],
    ['alter table users drop constraint users_name_check;', 'drop'],
    ['alter table users alter column name set not null;', 'set not null'],
    ['alter table users alter column name type bigint;', 'type change'],
    ['alter table users alter name set data type bigint;', 'type change'],
    ['alter table users add column name text not null;', 'column without default'],
  ])('breaks the version before it with: %s', (sql, change) => {
    expect(contractChanges(`${sql}\n}\nexport async function down`)).toEqual([`1: ${change}`]);
    expect(contractChanges(`  -- contract: unused since 0.2.0\n${sql}`)).toEqual([]);
    expect(contractChanges(`export async function down() {\n${sql}`)).toEqual([]);
  });

  it.each([
    'alter table users add column name text;',
    "alter table users add column name text not null default '';",
    'drop index users_name_idx;',
    '-- the name was renamed before',
    'create table new_table (id bigint not null);',
  ])('does not with: %s', (sql) => {
    expect(contractChanges(sql)).toEqual([]);
  });

  it('breaks the version before it only with "-- contract: unused since <version>"', async () => {
    const names = (await readdir('migrations')).filter((name) => name.endsWith('.ts'));
    expect(names).toContain(`${BASELINE}.ts`);
    for (const name of names) {
      const changes = contractChanges(await readFile(`migrations/${name}`, 'utf8'));
      expect(changes.map((change) => `${name}:${change}`)).toEqual([]);
    }
  });
});
