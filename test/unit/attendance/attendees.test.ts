import {
  attendableKeys,
  checkCapacity,
  seatsTaken,
  spotsLeft,
  withSeatsTaken,
} from '../../../src/domain/attendance/attendables.ts';
import {
  attendeePreview,
  firstRowsIn,
  type StagedPreview,
} from '../../../src/domain/attendance/attendee-previews.ts';
import {
  type Attendee,
  attendeeView,
  conferenceAttendeeView,
  type Invitee,
  withKeptEmail,
} from '../../../src/domain/attendance/attendees.ts';
import { nameLines, nameSize } from '../../../src/domain/attendance/badges.ts';
import { likelyColumns } from '../../../src/domain/attendance/likely-columns.ts';
import { reason } from '../../../src/domain/reasons.ts';

describe('the seats of an attendable', () => {
  it('are those of attendees and of open invitations', () => {
    const counts = { capacity: 5, attendee_count: 2, invited_count: 1 };
    const seats = { id: 1, ends_at: '', waitlist: 'auto' as const, ...counts };
    expect([seatsTaken(seats), spotsLeft(seats)]).toEqual([3, 2]);
    expect(seatsTaken({ attendee_count: 2 })).toBe(2);
    expect(withSeatsTaken(seats, -1)).toEqual({ ...seats, attendee_count: 1 });
  });

  const held = { attendee_count: 5, invited_count: 2, over_capacity_count: 1 };

  it.each([
    [6, held],
    [4, { ...held, invited_count: undefined }],
    [null, held],
    [undefined, held],
  ])('may be limited to %p', (capacity, attendable) => {
    expect(() => checkCapacity(attendable, capacity)).not.toThrow();
  });

  it('are counted in the refusal for a program, too', () => {
    const errors = [{ field: 'capacity', code: 'has_attendees', params: { count: 5 } }];
    expect(() => checkCapacity(held, 0)).toThrow(expect.objectContaining({ errors }));
  });

  it('are locked in one order, each attendable once', () => {
    const keys = attendableKeys({ conferences: [10, 9, 10], events: [3, null, undefined, 20] });
    expect(keys).toEqual(['conference:9', 'conference:10', 'event:3', 'event:20']);
    expect(attendableKeys({ events: [1] })).toEqual(['event:1']);
  });

  it.each([
    [5, held, '5 attendees are already registered and 2 invited people have a seat'],
    [3, { ...held, invited_count: 0 }, '5 attendees are already registered$'],
    [3, { ...held, invited_count: undefined }, '5 attendees are already registered$'],
  ])('may not be limited to %p', (capacity, attendable, message) => {
    expect(() => checkCapacity(attendable, capacity)).toThrow(new RegExp(`^capacity: ${message}`));
  });
});

describe('attendeePreview', () => {
  const staged = (row: number, fields: Partial<StagedPreview> = {}): StagedPreview => ({
    row,
    name: `Name ${row}`,
    company: null,
    ticket_type: null,
    has_ticket_code: true,
    status: 'registered',
    outcome: 'created',
    given_name: `Given ${row}`,
    existing_name: null,
    by: 'email',
    merge_place: null,
    merge_count: 7,
    ...fields,
  });
  const failed = (row: number, first?: number) => ({
    row,
    field: 'email',
    error: '',
    ...(first === undefined
      ? reason('same_item', { row: 1 })
      : reason('same_person', { row: first })),
  });
  const leftOut = { row: 3, reason: 'erased', ...reason('guest_erased') };
  const empty = {
    name: null,
    company: null,
    ticket_type: null,
    has_ticket_code: false,
    status: null,
  };

  it('has the rows in their order, with those that are not written', () => {
    const rows = [staged(2), staged(5)];
    const { given_name, existing_name, by, merge_place, merge_count, ...shown } = staged(2);
    expect(attendeePreview(rows, { left_out: [leftOut], errors: [failed(4)] })).toEqual({
      rows: [
        shown,
        { row: 3, ...empty, outcome: 'left_out' },
        { row: 4, ...empty, outcome: 'failed' },
        { ...shown, row: 5, name: 'Name 5' },
      ],
      merges: [],
      merge_count: 7,
    });
  });

  it('has whom rows join, then the rows that repeat an earlier one', () => {
    const joins = (row: number, merge_place: number) =>
      staged(row, { merge_place, existing_name: `Old ${row}`, outcome: 'merged' });
    const errors = [failed(8, 2), failed(9, 70)];
    const { merges, merge_count } = attendeePreview([joins(2, 20), joins(5, 3)], {
      left_out: [],
      errors,
    });
    const merge = { by: 'email', existing_row: null, outcome: 'merged' };
    const repeated = { name: null, by: 'email', outcome: 'failed' };
    expect(merges).toEqual([
      { row: 5, name: 'Given 5', existing_name: 'Old 5', ...merge },
      { row: 2, name: 'Given 2', existing_name: 'Old 2', ...merge },
      { row: 8, existing_name: 'Name 2', existing_row: 2, ...repeated },
      { row: 9, existing_name: null, existing_row: 70, ...repeated },
    ]);
    expect(merge_count).toBe(9);
    expect(firstRowsIn([...errors, failed(4)])).toEqual([2, 70]);
  });

  it('is short for a long list, and empty for none', () => {
    const many = Array.from({ length: 60 }, (_, row) => staged(row, { merge_place: row }));
    const preview = attendeePreview(many, { left_out: [], errors: [] });
    expect([preview.rows.length, preview.merges.length]).toEqual([10, 50]);
    const nothing = { rows: [], merges: [], merge_count: 0 };
    expect(attendeePreview([], { left_out: [], errors: [] })).toEqual(nothing);
  });
});

describe('the row of a list', () => {
  const person = {
    messenger_id: 5,
    username: 'ada',
    company: 'Looms',
    job_title: 'Engineer',
    first_name: 'Ada',
    last_name: null,
  };
  const place = {
    registered_at: null,
    waitlist_position: null,
    checked_in_at: null,
    ticket_type: 'vip',
    desk_note: null,
    version: 1,
    status: 'registered',
  };
  const attendee = { ...person, ...place, user_id: 7, is_blocked: false } as unknown as Attendee;
  const guest = { ticket_code_end: '1234', is_walk_in: false, has_email: true, email: 'a@x.io' };
  const invitee = {
    ...person,
    ...place,
    ...guest,
    user_id: null,
    is_blocked: null,
    invitation_id: 9,
    reopened_at: null,
  } as unknown as Invitee;
  const user = { id: 7, ...person, is_blocked: false };

  it('has an attendee as a user', () => {
    expect(attendeeView(attendee)).toEqual({ user, ...place });
  });

  it('has an attendee of a conference without the fields of a guest', () => {
    const row = { ...attendee, ...guest, email_encrypted: null };
    expect(conferenceAttendeeView(row)).toEqual({
      user,
      ...place,
      invitation_id: null,
      reopened_at: null,
      invitee: null,
    });
  });

  it('has a guest beside the invitation', () => {
    expect(conferenceAttendeeView(invitee)).toEqual({
      user: null,
      invitee: { ...person, ...guest },
      ...place,
      invitation_id: 9,
      reopened_at: null,
    });
  });

  it('has the kept address of a guest alone', () => {
    const kept = Buffer.from('kept');
    const { email: _, ...stored } = invitee;
    const read = (given: object) => JSON.stringify(given);
    expect(withKeptEmail({ ...stored, email_encrypted: kept }, read)).toEqual({
      ...stored,
      email: JSON.stringify({ id: 9, email_encrypted: kept }),
    });
    expect(withKeptEmail(attendee, read)).toBe(attendee);
  });
});

it.each([
  ['Ada', 'Lovelace', ['Ada', 'Lovelace']],
  ['Ada', null, ['Ada']],
  ['小明', '王', ['王小明']],
  ['はなこ', 'ヤマダ', ['ヤマダはなこ']],
  ['지민', '김', ['김지민']],
  ['小明', 'Wang', ['小明', 'Wang']],
  ['Wang小', null, ['Wang小']],
  ['小W', null, ['小W']],
])('the badge of %s %s has the lines %j', (first_name, last_name, lines) => {
  expect(nameLines({ first_name, last_name })).toEqual(lines);
});

it.each([
  [[], 'xl'],
  [['a'.repeat(9), 'b'], 'xl'],
  [['b', 'a'.repeat(10)], 'l'],
  [['a'.repeat(14)], 'l'],
  [['a'.repeat(15)], 'm'],
  [['a'.repeat(21)], 'm'],
  [['a'.repeat(22)], 's'],
  [['王王王王a'], 'xl'],
  [['王王王王王'], 'l'],
  [['ヤヤヤヤひひ가🎉'], 'm'],
])('the lines %j fit in the size %s', (lines, size) => {
  expect(nameSize(lines)).toBe(size);
});

it.each([
  [
    ['E-Mail', 'Vorname', 'Nachname', 'Firma', 'Ticketart', 'Barcode'],
    {
      email: 'E-Mail',
      first_name: 'Vorname',
      last_name: 'Nachname',
      company: 'Firma',
      ticket_type: 'Ticketart',
      ticket_code: 'Barcode',
    },
  ],
  [
    ['email', 'first_name', 'LAST  NAME', 'Ticket Type', 'Ticket', 'Job title'],
    {
      email: 'email',
      first_name: 'first_name',
      last_name: 'LAST  NAME',
      ticket_type: 'Ticket Type',
      ticket_code: 'Ticket',
      job_title: 'Job title',
    },
  ],
  [
    ['Mail', 'Name', 'Telegram', 'Organization'],
    { email: 'Mail', name: 'Name', username: 'Telegram', company: 'Organization' },
  ],
  [
    ['Prénom', 'Nom de famille', 'Nom', 'Société', 'Poste', 'Courriel'],
    {
      first_name: 'Prénom',
      last_name: 'Nom de famille',
      company: 'Société',
      job_title: 'Poste',
      email: 'Courriel',
    },
  ],
  [
    ['Nombre de pila', 'Apellido', 'Correo', 'Empresa', 'Cargo'],
    {
      first_name: 'Nombre de pila',
      last_name: 'Apellido',
      email: 'Correo',
      company: 'Empresa',
      job_title: 'Cargo',
    },
  ],
  [
    ['Attendee', 'Product', 'Code'],
    { name: 'Attendee', ticket_type: 'Product', ticket_code: 'Code' },
  ],
  [['Surname', 'Guest', 'User name'], { last_name: 'Surname', username: 'User name' }],
  [['Given name', 'Guest'], { first_name: 'Given name' }],
  [['Ticket', 'Fanmail'], { ticket_code: 'Ticket' }],
  [['Normal', 'Notes'], {}],
])('of the columns %j the import takes %j', (titles, columns) => {
  expect(likelyColumns(titles)).toEqual(columns);
});
