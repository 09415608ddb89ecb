import { claimedSeat, claimLimits, isProved } from '../../../src/domain/attendance/claims.ts';
import { codeIdOf, startOf } from '../../../src/domain/messaging/start-parameters.ts';
import { ClaimCodesService } from '../../../src/services/attendance/seat-codes.service.ts';

const SECRETS = ['the-newest-secret-of-the-claims-01', 'an-older-secret-of-the-claims-0001'];
const codes = new ClaimCodesService({ secrets: SECRETS });

describe('a claim code', () => {
  it('is verified under every key, with or without its prefix', () => {
    const claimable = { invitation_id: 4_211_000_123, epoch: 7 };
    const old = new ClaimCodesService({ secrets: SECRETS.slice(1) });

    for (const code of [codes.codeOf(claimable), old.codeOf(claimable)]) {
      expect(code).toMatch(/^[\w-]{39}$/);
      expect(codes.verify(code)).toEqual(claimable);
      expect(codes.verify(` i_${code} `)).toEqual(claimable);
    }
    expect(old.verify(codes.codeOf(claimable))).toBeUndefined();
  });

  it('is a start parameter of at most 64 characters that names its invitation', () => {
    const code = codes.codeOf({ invitation_id: 42, epoch: 0 });
    expect(startOf(`i_${code}`)).toEqual({ kind: 'claim', id: 42, code });
    expect(code.startsWith(codeIdOf(42))).toBe(true);
  });

  it('is the same each time, and another for each invitation and epoch', () => {
    const made = [0, 1, 2].flatMap((epoch) =>
      [1, 2].map((invitation_id) => codes.codeOf({ invitation_id, epoch })),
    );
    expect(new Set(made).size).toBe(made.length);
    expect(codes.codeOf({ invitation_id: 1, epoch: 0 })).toBe(made[0]);
  });

  it('fits no other text', () => {
    const code = codes.codeOf({ invitation_id: 42, epoch: 3 });
    const changed = [...code].map((character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return code.slice(0, at) + other + code.slice(at + 1);
    });
    const accepted = changed.filter((text) => codes.verify(text) !== undefined);
    expect(accepted).toEqual([]);
    for (const text of ['', code.slice(1), `${code}A`, code.toLowerCase(), `k_${code}`]) {
      expect(codes.verify(text)).toBeUndefined();
    }
  });
});

describe('a ticket code', () => {
  const row = { last_name: 'Núñez-O’Hara', email_hash: 'of the address' };
  const given = { code: 'ABCDE-1', last_name: undefined, emailHashes: [] };

  it.each([
    ['alone', given, false],
    ['of 16 characters', { ...given, code: 'abcdefgh12345678' }, true],
    ['with the last name', { ...given, last_name: 'nunez ohara' }, true],
    ['with another last name', { ...given, last_name: 'Nunez' }, false],
    ['with the address', { ...given, emailHashes: ['old', 'of the address'] }, true],
    ['with another address', { ...given, emailHashes: ['old'] }, false],
    ['of 15 characters', { ...given, code: 'abcdefgh1234567' }, false],
  ])('%s', (_, words, isRight) => {
    expect(isProved(row, words)).toBe(isRight);
  });

  it('claims no row without a name by an empty one', () => {
    const words = { ...given, last_name: '-' };
    expect(isProved({ last_name: null, email_hash: null }, words)).toBe(false);
  });

  it.each([
    ['-', '-'],
    ['.', ' '],
    ['’', '-'],
  ])('claims no row whose last name %j has no letter by %j', (last_name, said) => {
    const words = { ...given, last_name: said };
    expect(isProved({ last_name, email_hash: null }, words)).toBe(false);
  });
});

describe('the seat of a claim', () => {
  const seated = { has_seat: true, checked_in_at: null };
  const arrived = { has_seat: true, checked_in_at: '2026-05-14T09:00:00.000Z' };
  const waiting = { has_seat: false, checked_in_at: null };

  it.each([
    ['goes to a new attendee', seated, 'none', 0, 'registered', [1, 1, 0]],
    ['raises a waitlisted one', seated, 'waitlisted', 0, 'registered', [1, 1, 0]],
    ['comes back to one who cancelled', seated, 'cancelled', 0, 'registered', [1, 1, 0]],
    ['is freed by one with a seat', seated, 'registered', 0, 'registered', [0, 1, 1]],
    ['is freed by one who is in', seated, 'checked_in', 0, 'checked_in', [0, 1, 1]],
    ['brings its check-in', arrived, 'none', 0, 'checked_in', [1, 1, 0]],
    ['brings its check-in to a seat', arrived, 'registered', 0, 'checked_in', [0, 1, 1]],
    ['is waited for', waiting, 'none', 0, 'waitlisted', [0, 0, 0]],
    ['is one of those left', waiting, 'none', 2, 'registered', [1, 0, 0]],
    ['is one without a limit', waiting, 'none', null, 'registered', [1, 0, 0]],
    ['is kept', waiting, 'registered', 0, 'registered', [0, 0, 0]],
  ] as const)('%s', (_, guest, current, spots, status, [attendees, invited, freed]) => {
    const seat = claimedSeat(guest, current, spots);
    expect(seat).toEqual({ status, attendees, invited, freed });
  });
});

it.each(['ticket_code', 'link'] as const)('wrong claims by %s have limits', (proof) => {
  const person = { keys: ['claims:7'], limit: 10, windowMs: 3_600_000 };
  const address = {
    keys: ['claims-by-address:192.0.2.1'],
    limit: 100,
    windowMs: 600_000,
    sparesNew: true,
  };
  const conference = { keys: ['claims-by-conference:4'], limit: 300, windowMs: 3_600_000 };
  const of = { personKeys: ['claims:7'], address: '192.0.2.1', conferenceId: 4, proof };
  const limits = proof === 'link' ? [person, address] : [person, address, conference];
  expect(claimLimits(of)).toEqual(limits);
});
