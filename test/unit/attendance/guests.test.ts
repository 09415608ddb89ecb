import { NO_ATTENDANCE } from '../../../src/domain/attendance/attendances.ts';
import type { CheckedInUser } from '../../../src/domain/attendance/check-ins.ts';
import {
  emailHashes,
  guestKeyChanges,
  keptEmail,
  keptEmailAt,
  normalizedTicketCode,
  type StoredGuestKeys,
  ticketCodeEnd,
  ticketCodeHashes,
  usernameHashes,
} from '../../../src/domain/attendance/guest-keys.ts';
import {
  canBeClaimed,
  checkIdentified,
  checkOpen,
  isClaimableBy,
} from '../../../src/domain/attendance/invitations.ts';
import {
  attendeeResult,
  checkInResult,
  scanResult,
} from '../../../src/domain/attendance/scan-results.ts';
import type { Encryption } from '../../../src/lib/encryption.ts';

const AT = '2030-05-01T09:00:00.000Z';

describe('a check-in', () => {
  const guest = {
    id: 7,
    first_name: 'Ada',
    last_name: null,
    company: 'Looms',
    ticket_type: 'vip',
    is_walk_in: false,
    claimed_at: null,
  };
  const { claimed_at: _, ...shown } = guest;
  const attendance = { ...NO_ATTENDANCE, checked_in_at: AT };

  it('of a guest answers with the invitation, without its claim', () => {
    const result = checkInResult({ user: null, guest }, attendance);
    const invitation = { ...shown, checked_in_at: AT };
    expect(result).toEqual({ user: null, attendance: null, invitation });
    expect(scanResult('n1', { ...result, already_checked_in: false })).toEqual({
      nonce: 'n1',
      status: 'checked_in',
      code: null,
      error: null,
      ...result,
    });
  });

  it('of a user who claimed an invitation answers with the attendance', () => {
    const user = { id: 5 } as unknown as CheckedInUser;
    const claimed = { ...guest, claimed_at: AT };
    expect(checkInResult({ user, guest: claimed }, attendance)).toEqual({ user, attendance });
    expect(checkInResult({ user, guest: null }, attendance)).toEqual({ user, attendance });
  });

  it('has a user at an event', () => {
    expect(() => attendeeResult({ user: null, guest: null }, attendance)).toThrow('of nobody');
    expect(() => checkInResult({ user: null, guest: null }, attendance)).toThrow('of nobody');
  });
});

it.each([
  ['draft', true],
  ['published', true],
  ['archived', true],
  ['cancelled', false],
] as const)('an invitation to a %s conference can be claimed: %p', (status, can) => {
  expect(canBeClaimed({ status })).toBe(can);
});

describe('an invitation', () => {
  const open = { claimed_by: null, claimed_at: null, withdrawn_at: null, barred_user_ids: [6] };

  it.each([
    ['that is open', {}, true],
    ['that bars claims', { barred_user_ids: [6, 5] }, false],
    ['that the user claimed', { claimed_by: 5, claimed_at: AT, barred_user_ids: [5] }, true],
    ['that another user claimed', { claimed_by: 6, claimed_at: AT }, false],
    ['that is withdrawn', { withdrawn_at: AT }, false],
    [
      'that is withdrawn from its claimant',
      { claimed_by: 5, claimed_at: AT, withdrawn_at: AT },
      false,
    ],
  ])('%s is of use to a user: %#', (_what, fields, isOfUse) => {
    expect(isClaimableBy({ ...open, ...fields }, 5)).toBe(isOfUse);
  });

  it.each([
    [null, null, undefined],
    [null, AT, 'withdrawn'],
    [AT, null, 'claimed'],
    [AT, AT, 'withdrawn'],
  ])('claimed at %p and withdrawn at %p is refused as %p', (claimed_at, withdrawn_at, code) => {
    const check = () => checkOpen({ claimed_at, withdrawn_at });
    if (code === undefined) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ code: 'CONFLICT', errors: [{ field: null, code, params: {} }] }),
      );
  });

  const nobody = {
    messenger_id: null,
    username: null,
    ticket_code_hash: null,
    email_hash: null,
    is_walk_in: false,
  };

  it.each([
    { messenger_id: 5 },
    { username: 'ada' },
    { ticket_code_hash: 'h' },
    { email_hash: 'h' },
    { is_walk_in: true },
  ])('identifies its person by %j', (key) => {
    expect(() => checkIdentified({ ...nobody, ...key })).not.toThrow();
  });

  it('without a key is refused', () => {
    const fields = ['messenger_id', 'username', 'ticket_code', 'email'];
    expect(() => checkIdentified(nobody)).toThrow(
      expect.objectContaining({
        errors: [{ field: 'messenger_id', code: 'one_required', params: { fields } }],
      }),
    );
  });
});

describe('a ticket code', () => {
  it.each([
    [' AB1 cd\n2 ', 'AB1cd2'],
    ['https://lu.ma/check-in/evt-1?pk=g-1', 'g-1'],
    ['HTTPS://www.luma.com/check-in/evt-1?x=2&pk=g-1', 'g-1'],
    ['http://luma.com/check-in/evt-1?pk=g-1', 'g-1'],
    ['https://www.lu.ma/check-in/evt-1?pk=g-1', 'g-1'],
    ['https://lu.ma/check-in/evt-1', 'https://lu.ma/check-in/evt-1'],
    ['https://lu.ma/event/evt-1?pk=g-1', 'https://lu.ma/event/evt-1?pk=g-1'],
    ['https://shop.example/check-in/evt-1?pk=g-1', 'https://shop.example/check-in/evt-1?pk=g-1'],
    ['xhttps://lu.ma/check-in/evt-1?pk=g-1', 'xhttps://lu.ma/check-in/evt-1?pk=g-1'],
    ['https://', 'https://'],
  ])('%j is read as %s', (code, normalized) => {
    expect(normalizedTicketCode(code)).toBe(normalized);
  });

  it.each([
    ['abcdefgh 1234', '1234'],
    ['abcdefgh 123', null],
  ])('%s shows the end %p', (code, end) => {
    expect(ticketCodeEnd(code)).toBe(end);
  });
});

const hashOf = (text: string) => ({
  newest: `new ${text}`,
  key_id: 'k2',
  all: [`new ${text}`, `old ${text}`],
});

it('guests are found by code, by address and by username in any case', () => {
  expect(ticketCodeHashes(hashOf, ' AB c').newest).toBe('new ticket:ABc');
  expect(emailHashes(hashOf, ' Ada@X.io ').newest).toBe('new email:ada@x.io');
  expect(usernameHashes(hashOf, 'AdaL').newest).toBe('new username:adal');
});

describe('guestKeyChanges', () => {
  const encryption = {
    encrypt: (...given: unknown[]) => Buffer.from(JSON.stringify(given)),
    decrypt: (...given: unknown[]) => JSON.stringify(given.slice(0, 2)),
  } as unknown as Encryption;
  const place = { table: 'conference_invitations', column: 'email_encrypted', row_id: 7 };
  const none: StoredGuestKeys = {
    ticket_code_hash: null,
    ticket_code_end: null,
    email_hash: null,
    email_encrypted: null,
    guest_key_id: null,
  };
  const code = { ticket_code_hash: 'new ticket:ABCDEFGH1234', ticket_code_end: '1234' };
  const email = { email_hash: 'new email:a@x.io', email_encrypted: null };
  const kept = Buffer.from('kept');

  it.each<[string, Partial<StoredGuestKeys>, object, object]>([
    ['nothing', {}, {}, {}],
    ['nothing of what is stored', { ticket_code_hash: 'x', email_hash: 'y' }, {}, {}],
    ['a first code', {}, { ticket_code: 'ABCDEFGH1234' }, { ...code, guest_key_id: 'k2' }],
    ['a first address', {}, { email: 'a@x.io' }, { ...email, guest_key_id: 'k2' }],
    [
      'both',
      {},
      { email: 'a@x.io', ticket_code: 'ABCDEFGH1234' },
      { ...code, ...email, guest_key_id: 'k2' },
    ],
    [
      'another code beside an older key',
      { ticket_code_hash: 'x', guest_key_id: 'k1' },
      { ticket_code: 'ABCDEFGH1234' },
      { ...code, guest_key_id: 'k1' },
    ],
    [
      'the same code',
      { ticket_code_hash: 'new ticket:AB', guest_key_id: 'k1' },
      { ticket_code: ' AB' },
      {},
    ],
    [
      'the same code under an older key',
      { ticket_code_hash: 'old ticket:AB', guest_key_id: 'k1' },
      { ticket_code: 'AB' },
      {},
    ],
    [
      'no code',
      { ticket_code_hash: 'x', guest_key_id: 'k1' },
      { ticket_code: null },
      { ticket_code_hash: null, ticket_code_end: null, guest_key_id: 'k1' },
    ],
    ['no code as before', {}, { ticket_code: null }, {}],
    [
      'the same address',
      { email_hash: 'old email:a@x.io', guest_key_id: 'k1' },
      { email: 'A@x.io' },
      {},
    ],
    [
      'no address',
      { email_hash: 'x', email_encrypted: kept, guest_key_id: 'k1' },
      { email: null },
      { email_hash: null, email_encrypted: null, guest_key_id: 'k1' },
    ],
    [
      'an address in place of a kept one',
      { email_hash: 'x', email_encrypted: kept, guest_key_id: 'k1' },
      { email: 'a@x.io' },
      {
        ...email,
        email_encrypted: Buffer.from(JSON.stringify(['guests', place, 'a@x.io'])),
        guest_key_id: 'k1',
      },
    ],
  ])('of %s are %#', (_what, stored, changes, expected) => {
    expect(guestKeyChanges({ id: 7, ...none, ...stored }, changes, { hashOf, encryption })).toEqual(
      expected,
    );
  });

  it('a kept address is read in its own row', () => {
    expect(keptEmail(encryption, { id: 7, email_encrypted: kept })).toBe(
      JSON.stringify(['guests', keptEmailAt(7)]),
    );
    expect(keptEmail(encryption, { id: 7, email_encrypted: null })).toBeNull();
  });
});
