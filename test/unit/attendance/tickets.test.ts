import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import {
  parseTicketCode,
  readableText,
  type TicketHolder,
} from '../../../src/domain/attendance/tickets.ts';
import { TicketsService } from '../../../src/services/attendance/tickets.service.ts';

const OLD = 'an-old-secret-of-the-tests-0123456789';
const NEW = 'a-new-secret-of-the-tests-01234567890';
const HOLDER: TicketHolder = { kind: 'event', attendable_id: 42, user_id: 1_007 };

function ticketsOf(
  secrets: readonly string[],
  status: AttendanceStatus | 'none' = 'registered',
  queueNumber = 7,
) {
  const attendances = {
    status: async () => ({
      status,
      registered_at: null,
      waitlist_position: null,
      checked_in_at: null,
    }),
    findLastSeat: async () => ({ queue_number: queueNumber, isHeld: true }),
  };
  return new TicketsService({
    attendances: { event: attendances, conference: attendances },
    secrets,
  });
}

const codeOf = async (holder: TicketHolder, secret = NEW) =>
  (await ticketsOf([secret]).ticketOf(holder)).code;

describe('a ticket', () => {
  it.each([
    [HOLDER, /^EB-42-1007-[0-9A-F]{14}$/],
    [{ ...HOLDER, kind: 'conference' } as const, /^CB-42-1007-[0-9A-F]{14}$/],
    [
      { kind: 'event', attendable_id: 2 ** 53 - 1, user_id: 2 ** 53 - 1 } as const,
      /^EB-9007199254740991-9007199254740991-[0-9A-F]{14}$/,
    ],
  ])('has a short code that identifies its holder', async (holder, form) => {
    const code = await codeOf(holder);
    expect(code).toMatch(form);
    expect(await ticketsOf([NEW]).lastSeatOf(code)).toMatchObject({ holder });
  });

  it('has another code for another seat of its holder, and fits only that seat', async () => {
    const { code } = await ticketsOf([NEW], 'registered', 8).ticketOf(HOLDER);

    expect(code).not.toBe(await codeOf(HOLDER));
    expect(await ticketsOf([NEW], 'registered', 8).lastSeatOf(code)).toBeDefined();
    expect(await ticketsOf([NEW], 'registered', 7).lastSeatOf(code)).toBeUndefined();
  });

  it('always has the same code', async () => {
    expect(await codeOf(HOLDER)).toBe(await codeOf(HOLDER));
  });

  it.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['with whitespace', (code: string) => ` ${code.replaceAll('-', ' - ')}\n`],
  ])('is accepted %s', async (_how, typed) => {
    expect(await ticketsOf([NEW]).lastSeatOf(typed(await codeOf(HOLDER)))).toMatchObject({
      holder: HOLDER,
    });
  });

  it('stays valid after a change of the secret, which signs new tickets', async () => {
    const rotated = ticketsOf([NEW, OLD]);
    const { code } = await rotated.ticketOf(HOLDER);

    expect(await rotated.lastSeatOf(await codeOf(HOLDER, OLD))).toMatchObject({ holder: HOLDER });
    expect(code).toBe(await codeOf(HOLDER, NEW));
    expect(await ticketsOf([NEW]).lastSeatOf(await codeOf(HOLDER, OLD))).toBeUndefined();
  });

  it.each([
    ['of another event', (code: string) => code.replace('-42-', '-43-')],
    ['of another user', (code: string) => code.replace('-1007-', '-1008-')],
    ['of a conference', (code: string) => code.replace('EB-', 'CB-')],
    ['of an older version', (code: string) => code.replace('EB-', 'E-')],
    ['of an unknown version', (code: string) => code.replace('EB-', 'EZ-')],
    [
      'that names the version of codes without a letter',
      (code: string) => code.replace('EB', 'EA'),
    ],
    ['with a leading zero', (code: string) => code.replace('-42-', '-042-')],
    [
      'with another signature',
      (code: string) => code.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
    ],
    ['cut short', (code: string) => code.slice(0, -1)],
    ['with an additional character', (code: string) => `${code}0`],
    ['without a signature', (code: string) => code.slice(0, -15)],
    ['empty', () => ''],
    ['that is a URL', () => 'https://example.org'],
  ])('is invalid %s', async (_how, changed) => {
    expect(await ticketsOf([NEW]).lastSeatOf(changed(await codeOf(HOLDER)))).toBeUndefined();
  });

  it('has a QR code in SVG that contains only paths', async () => {
    const { qr_svg } = await ticketsOf([NEW]).ticketOf(HOLDER);
    expect(qr_svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>(<path [^>]*\/>)+<\/svg>\s*$/,
    );
  });

  it.each([
    ['waitlisted', 'CONFLICT'],
    ['cancelled', 'NOT_FOUND'],
    ['none', 'NOT_FOUND'],
  ] as const)('is not issued for the status %s', async (status, code) => {
    await expect(ticketsOf([NEW], status).ticketOf(HOLDER)).rejects.toMatchObject({ code });
  });
});

it('parseTicketCode does not verify the signature', () => {
  const signature = '00000000000000';
  expect(parseTicketCode(`${readableText(HOLDER, 'A')}-${signature}`)).toEqual({
    holder: HOLDER,
    version: 'A',
    signature,
  });
});
