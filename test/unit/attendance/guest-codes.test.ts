import { parseGuestCode, parseTicketCode } from '../../../src/domain/attendance/tickets.ts';
import { GuestCodesService } from '../../../src/services/attendance/seat-codes.service.ts';

const OLD = 'an-old-secret-of-the-tests-0123456789';
const NEW = 'a-new-secret-of-the-tests-01234567890';
const GUEST = { conference_id: 42, invitation_id: 1_007, queue_number: 7 };

const codesOf = (...secrets: string[]) => new GuestCodesService({ secrets });

describe('a guest code', () => {
  const code = codesOf(NEW).codeOf(GUEST);

  it('is short, names its guest, and is no ticket', () => {
    expect(code).toMatch(/^GB-42-1007-[0-9A-F]{14}$/);
    expect(parseGuestCode(code)?.guest).toEqual({ conference_id: 42, invitation_id: 1_007 });
    expect(parseTicketCode(code)).toBeUndefined();
    expect(parseGuestCode(code.replace('GB', 'CB'))).toBeUndefined();
    expect(parseGuestCode(code.replace('GB', 'G'))).toBeUndefined();
    expect(parseGuestCode(`X${code}`)).toBeUndefined();
    expect(parseGuestCode(code.replace('GB', 'GA'))).toBeUndefined();
    expect(parseTicketCode(code.replace('GB', 'CA'))).toBeUndefined();
    expect(parseTicketCode(code.replace('GB', 'CZ'))).toBeUndefined();
  });

  it('is always the same, and fits one place in the queue only', () => {
    expect(codesOf(NEW).codeOf(GUEST)).toBe(code);
    expect(codesOf(NEW).verify(code, GUEST)).toBe(true);
    expect(codesOf(NEW).verify(code, { ...GUEST, queue_number: 8 })).toBe(false);
  });

  it.each([
    ['in lower case', code.toLowerCase()],
    ['with whitespace', ` ${code.replaceAll('-', ' - ')}\n`],
  ])('is accepted %s', (_how, typed) => {
    expect(codesOf(NEW).verify(typed, GUEST)).toBe(true);
  });

  it('stays valid after a change of the secret, which signs new codes', () => {
    const old = codesOf(OLD).codeOf(GUEST);
    expect(codesOf(NEW, OLD).verify(old, GUEST)).toBe(true);
    expect(codesOf(NEW, OLD).codeOf(GUEST)).toBe(code);
    expect(codesOf(NEW).verify(old, GUEST)).toBe(false);
  });

  it.each([
    ['of another conference', code.replace('-42-', '-43-')],
    ['of another guest', code.replace('-1007-', '-1008-')],
    ['of an unknown version', code.replace('GB-', 'GZ-')],
    ['of the version before guests', code.replace('GB-', 'G-')],
    ['that names the version of codes without a letter', code.replace('GB-', 'GA-')],
    ['with another signature', code.replace(/.$/, (c) => (c === '0' ? '1' : '0'))],
    ['cut short', code.slice(0, -1)],
    ['empty', ''],
  ])('is invalid %s', (_how, changed) => {
    expect(codesOf(NEW).verify(changed, GUEST)).toBe(false);
  });
});
