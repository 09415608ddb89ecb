/**
 * Writes what this version signs, hashes and encrypts to `test/fixtures/upgrades/<version>.json`, with
 * fixed secrets. `test/contract/upgrades.test.ts` holds every later version to it: badges, QR codes,
 * calendar links and stored values outlive a release. Run it once for each release; a file that exists
 * is never written again.
 */
import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { shareUrl } from '../src/domain/messaging/start-parameters.ts';
import { ENCRYPTED_COLUMNS, placeOf } from '../src/domain/operations/encrypted-columns.ts';
import { messengerHash } from '../src/domain/people/messenger-hashes.ts';
import { Encryption } from '../src/lib/encryption.ts';
import { keyedHash } from '../src/lib/keyed-hashes.ts';
import { signMediaUrl } from '../src/lib/media-keys.ts';
import { TicketsService } from '../src/services/attendance/tickets.service.ts';
import { TokensService } from '../src/services/people/tokens.service.ts';

const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const SECRET = 'the-secret-of-the-upgrade-fixtures-0123456789';
const AT = new Date('2026-11-22T09:00:00.000Z');
const QUEUE_NUMBER = 7;
const HOLDERS = [
  { kind: 'event', attendable_id: 42, user_id: 1_007 },
  { kind: 'conference', attendable_id: 3, user_id: 9_007_199_254_740_991 },
] as const;
const MEDIA_KEY = 'private/0123456789abcdef.webp';
const CALENDAR_TOKEN = 'an-address-that-a-calendar-app-keeps-0123456';

const seats = {
  status: async () => ({
    status: 'registered' as const,
    registered_at: null,
    waitlist_position: null,
    checked_in_at: null,
  }),
  findSeat: async () => QUEUE_NUMBER,
  findLastSeat: async () => ({ queue_number: QUEUE_NUMBER, isHeld: true }),
};
const tickets = new TicketsService({
  attendances: { event: seats, conference: seats },
  secrets: [SECRET],
});
const tokens = new TokensService({
  secrets: [SECRET],
  ttlSeconds: 3_600,
  adminTtlSeconds: 28_800,
  now: () => AT,
});
const encryption = new Encryption([SECRET]);
const user = { user_id: 7, messenger_id: 1_007 };
const appUrl = 'https://t.me/hallway_bot/app';

const fixtures = {
  secret: SECRET,
  at: AT.toISOString(),
  tickets: await Promise.all(
    HOLDERS.map(async (holder) => ({
      ...holder,
      queue_number: QUEUE_NUMBER,
      code: (await tickets.ticketOf(holder)).code,
    })),
  ),
  user_token: { ...user, token: tokens.issueForUser(user).token },
  admin_token: { key: '1a2b3c4d', token: tokens.issueForAdmin('1a2b3c4d').token },
  media_url: { key: MEDIA_KEY, ...signMediaUrl(MEDIA_KEY, { secrets: [SECRET], now: AT }) },
  calendar_link: { token: CALENDAR_TOKEN, token_hash: hash('sha256', CALENDAR_TOKEN, 'hex') },
  quest_links: [
    { kind: 'quest', id: 3 } as const,
    { kind: 'task', id: 12, code: 'HARBOR-7' } as const,
  ].map((start) => ({ ...start, url: shareUrl(appUrl, start) })),
  erased_person: { messenger_id: 1_007, hash: messengerHash([SECRET])(1_007).newest },
  keyed_hashes: (['partner accounts', 'partner destinations'] as const).map((purpose) => ({
    purpose,
    text: 'ada@example.org',
    hash: keyedHash([SECRET], purpose)('ada@example.org').newest,
  })),
  encrypted_columns: ENCRYPTED_COLUMNS.map((of) => {
    const at = placeOf(of, 7);
    const text = `${at.table}.${at.column}`;
    const base64 = encryption.encrypt(of.purpose, at, text).toString('base64');
    return { ...at, purpose: of.purpose, text, base64 };
  }),
};
const file = `test/fixtures/upgrades/${version}.json`;
await writeFile(file, `${JSON.stringify(fixtures, null, 2)}\n`, { flag: 'wx' });
console.log(`${file} is written`);
