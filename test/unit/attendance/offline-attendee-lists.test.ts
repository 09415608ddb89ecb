import type { Attendee, Invitee } from '../../../src/domain/attendance/attendees.ts';
import {
  bestFirst,
  type DoorPerson,
  doorPerson,
  type OfflineGuest,
  type OfflineSeat,
  offlineGuestRow,
  offlineListText,
  offlineRow,
} from '../../../src/domain/attendance/offline-attendee-lists.ts';

const seat: OfflineSeat = {
  user_id: 7,
  first_name: 'Ada',
  last_name: null,
  is_blocked: false,
  status: 'registered',
  ticket_type: 'vip',
  claimed_by: null,
  queue_number: 3,
};
const codeOf = ({ queue_number }: { queue_number: number }) => `code ${queue_number}`;

it.each<[Partial<OfflineSeat>, object]>([
  [{}, { id: 7, name: 'Ada', ticket_type: 'vip', status: 'expected', code: 'code 3' }],
  [{ last_name: 'Lovelace' }, { name: 'Ada Lovelace' }],
  [{ status: 'checked_in' }, { status: 'in', code: 'code 3' }],
  [{ status: 'waitlisted' }, { status: 'waitlisted', code: null }],
  [{ status: 'waitlisted', is_blocked: true }, { status: 'waitlisted' }],
  [{ is_blocked: true }, { status: 'ask' }],
  [{ status: 'checked_in', is_blocked: true }, { status: 'ask' }],
  [{ claimed_by: 'username' }, { status: 'ask' }],
  [{ claimed_by: 'link' }, { status: 'expected' }],
  [{ status: 'checked_in', claimed_by: 'username' }, { status: 'in' }],
])('a device keeps an attendee with %j as %j', (fields, expected) => {
  expect(offlineRow({ ...seat, ...fields }, codeOf)).toMatchObject(expected);
});

const guest: OfflineGuest = {
  invitation_id: 9,
  user_id: null,
  first_name: 'Ada',
  last_name: 'Lovelace',
  ticket_type: 'vip',
  has_seat: true,
  has_arrived: false,
  queue_number: 4,
};
const row = {
  invitation_id: 9,
  user_id: null,
  name: 'Ada Lovelace',
  ticket_type: 'vip',
  status: 'expected',
  code: 'code 4',
};

it.each<[Partial<OfflineGuest>, object]>([
  [{}, {}],
  [{ has_arrived: true }, { status: 'in' }],
  [{ has_seat: false }, { status: 'waitlisted', code: null }],
  [{ first_name: null }, { name: 'Lovelace' }],
  [{ first_name: null, last_name: null }, { name: null }],
  [
    { user_id: 7, has_seat: false },
    { user_id: 7, name: null, ticket_type: null, status: null },
  ],
])('a device keeps a guest with %j as %j', (fields, expected) => {
  expect(offlineGuestRow({ ...guest, ...fields }, codeOf)).toEqual({ ...row, ...expected });
});

it('a code is hashed without whitespace, in upper case', () => {
  expect(offlineListText(' eb-1 \n2')).toBe('EB-12');
});

const place = { status: 'registered', waitlist_position: null, checked_in_at: null };
const name = { first_name: 'Ada', last_name: 'Lovelace', company: 'Looms', job_title: 'Engineer' };
const contacts = { messenger_id: 5, username: 'ada' };

describe('doorPerson', () => {
  it.each([
    [
      'an attendee',
      { user_id: 7, is_blocked: true, ticket_type: 'vip', claimed_by: 'link' },
      {
        user: { id: 7, ...name, is_blocked: true },
        invitation: null,
        ticket_type: 'vip',
        claimed_by: 'link',
      },
    ],
    [
      'an attendee of an event',
      { user_id: 7, is_blocked: false },
      {
        user: { id: 7, ...name, is_blocked: false },
        invitation: null,
        ticket_type: null,
        claimed_by: null,
      },
    ],
    [
      'a guest',
      { user_id: null, invitation_id: 9, is_walk_in: true, ticket_type: 'vip', is_blocked: null },
      {
        user: null,
        invitation: {
          id: 9,
          first_name: 'Ada',
          last_name: 'Lovelace',
          company: 'Looms',
          ticket_type: 'vip',
          is_walk_in: true,
          checked_in_at: null,
        },
        ticket_type: 'vip',
        claimed_by: null,
      },
    ],
  ])('of %s has no contacts', (_what, fields, expected) => {
    const person = { ...contacts, ...name, ...place, ...fields } as unknown as
      | Attendee
      | Omit<Invitee, 'email'>;
    expect(doorPerson(person)).toEqual({ ...place, ...expected });
  });
});

describe('bestFirst', () => {
  const user = (id: number, first_name: string, last_name: string | null, status = 'registered') =>
    ({ user: { id, first_name, last_name }, invitation: null, status }) as unknown as DoorPerson;
  const idsOf = (people: readonly Omit<DoorPerson, 'checkpoint'>[]) =>
    people.map((one) => one.user?.id ?? one.invitation?.id);

  it.each<[string, DoorPerson[], number[]]>([
    ['whole words before beginnings', [user(1, 'Adam', 'King'), user(2, 'Ada', 'Zuse')], [2, 1]],
    ['beginnings before other parts', [user(1, 'Mada', 'King'), user(2, 'Adam', 'Zuse')], [2, 1]],
    ['more words before fewer', [user(1, 'Ada', 'King'), user(2, 'Ada', 'Love')], [2, 1]],
    ['two beginnings as one word', [user(1, 'Adam', 'Lovelace'), user(2, 'Ada', 'King')], [2, 1]],
    [
      'who has a place before who has none',
      [user(1, 'Ada', 'Bell', 'cancelled'), user(2, 'Ada', 'King')],
      [2, 1],
    ],
    [
      'who has a place first, whatever the name is',
      [user(1, 'Ada', 'King'), user(2, 'Ada', 'Bell', 'cancelled')],
      [1, 2],
    ],
    [
      'a better name even without a place',
      [user(1, 'Adam', 'King'), user(2, 'Ada', 'Bell', 'cancelled')],
      [2, 1],
    ],
    [
      'the last name in alphabetical order',
      [user(1, 'Ada', 'King'), user(2, 'Ada', 'Bell')],
      [2, 1],
    ],
    [
      'a name without a last name by the first',
      [user(1, 'Ada', 'King'), user(2, 'Ada', null)],
      [2, 1],
    ],
    [
      'who has a place before who has none, in any order',
      [user(1, 'Ada', 'King', 'cancelled'), user(2, 'Ada', 'King')],
      [2, 1],
    ],
    ['words of a hyphenated name', [user(1, 'Adam', 'King'), user(2, 'Ada-Mary', 'Zuse')], [2, 1]],
    [
      'names in any case and with accents',
      [user(1, 'Adam', 'King'), user(2, 'ÁDA', 'Zuse')],
      [2, 1],
    ],
  ])('puts %s', (_what, people, ids) => {
    expect(idsOf(bestFirst(people, 'ada  love'))).toEqual(ids);
  });

  it('compares guests by the names of their invitations', () => {
    const guestOf = (id: number, first_name: string | null) =>
      ({
        user: null,
        invitation: { id, first_name, last_name: null },
        status: 'invited',
      }) as unknown as DoorPerson;
    expect(idsOf(bestFirst([guestOf(1, null), guestOf(2, 'Ada')], 'Ada'))).toEqual([2, 1]);
    expect(idsOf(bestFirst([guestOf(1, 'Zoe'), guestOf(2, null)], 'x'))).toEqual([2, 1]);
  });
});
