import { NO_ATTENDANCE } from '../../../src/domain/attendance/attendances.ts';
import {
  auditOfOrganizerChange,
  keptStatus,
  notificationOf,
  type OrganizerStatus,
  outcomeOfPlacing,
  outcomeOfRequest,
} from '../../../src/domain/attendance/organizer-notes.ts';
import { Quotas } from '../../../src/domain/registration/ticket-types.ts';

const FREE = { isFull: false, quotas: new Quotas([]) };
const CURRENT = ['none', 'cancelled', 'waitlisted', 'registered', 'checked_in'] as const;
const seat = { status: 'registered', isOver: false };
const over = { status: 'registered', isOver: true };
const waits = { status: 'waitlisted', isOver: false };
const gone = { status: 'cancelled', isOver: false };
const same = 'unchanged';

it.each<[OrganizerStatus | undefined, boolean, boolean, unknown[]]>([
  [undefined, false, false, [seat, seat, same, same, same]],
  [undefined, true, false, [waits, waits, same, same, same]],
  [undefined, true, true, [over, over, same, same, same]],
  ['registered', false, false, [seat, seat, seat, same, same]],
  ['registered', true, false, ['full', 'full', 'full', same, same]],
  ['registered', true, true, [over, over, over, same, same]],
  ['waitlisted', false, false, [waits, waits, same, waits, waits]],
  ['cancelled', true, false, [same, same, gone, gone, gone]],
])(
  `a request of %p where all is full: %p, beyond the capacity: %p, for ${CURRENT.join(', ')}, is %j`,
  (status, isFull, over_capacity, outcomes) => {
    expect(
      CURRENT.map((current) => outcomeOfPlacing(current, isFull, { status, over_capacity })),
    ).toEqual(outcomes);
  },
);

describe('outcomeOfRequest', () => {
  const current = {
    ...NO_ATTENDANCE,
    status: 'waitlisted',
    ticket_type: 'vip',
    desk_note: 'Late',
  } as const;

  it.each([
    ['a seat', { status: 'registered' }, { status: 'registered', placement: seat, fields: {} }],
    [
      'a note alone',
      { desk_note: null },
      { status: 'waitlisted', placement: undefined, fields: { desk_note: null } },
    ],
    [
      'a ticket alone',
      { ticket_type: 'press' },
      { status: 'waitlisted', placement: undefined, fields: { ticket_type: 'press' } },
    ],
    ['what is there', { status: 'waitlisted', ticket_type: 'vip', desk_note: 'Late' }, 'unchanged'],
  ] as const)('of %s is %j', (_what, wish, outcome) => {
    expect(outcomeOfRequest(current, FREE, { over_capacity: false, ...wish })).toEqual(outcome);
  });

  it('refuses a ticket with a seat that there is not', () => {
    const wish = { status: 'registered', ticket_type: 'press', over_capacity: false } as const;
    expect(outcomeOfRequest(current, { ...FREE, isFull: true }, wish)).toBe('full');
  });

  it.each([
    ['a change to a full type', 'registered', { ticket_type: 'press' }, 'type_full'],
    ['a change to a free type', 'registered', { ticket_type: 'crew' }, 'registered'],
    ['no type', 'registered', { ticket_type: null }, 'registered'],
    ['a note beside a full type', 'registered', { desk_note: 'Early' }, 'registered'],
    ['a full type on the waitlist', 'waitlisted', { ticket_type: 'press' }, 'waitlisted'],
    ['a seat of a full type', 'waitlisted', { status: 'registered' }, 'type_full'],
    [
      'a seat of a free type',
      'waitlisted',
      { status: 'registered', ticket_type: 'crew' },
      'registered',
    ],
    ['a place on the waitlist', 'none', { ticket_type: 'press' }, 'waitlisted'],
    ['what is given up', 'registered', { status: 'cancelled' }, 'cancelled'],
  ] as const)('of %s follows the seats of types', (_what, status, wish, expected) => {
    const types = [
      { name: 'vip', capacity: 1, seat_count: 1 },
      { name: 'press', capacity: 1, seat_count: 1 },
      { name: 'crew', capacity: 1, seat_count: 0 },
    ];
    const free = { isFull: false, quotas: new Quotas(types) };
    const person = { ...current, status };
    const decide = (over_capacity: boolean) => {
      const outcome = outcomeOfRequest(person, free, { over_capacity, ...wish });
      return typeof outcome === 'string' ? outcome : [outcome.status, outcome.isOverQuota];
    };
    expect(decide(false)).toEqual(expected === 'type_full' ? expected : [expected, undefined]);
    if (expected === 'type_full') expect(decide(true)).toEqual(['registered', true]);
  });

  it('calls a missing ticket null', () => {
    const wish = { ticket_type: null, over_capacity: false };
    const { ticket_type: _, ...event } = current;
    expect(outcomeOfRequest(event, FREE, wish)).toBe('unchanged');
  });
});

it.each<[string, object, object, object]>([
  [
    'a seat beyond the capacity',
    { status: 'registered', placement: over, fields: {} },
    {},
    { over_capacity: true },
  ],
  ['a seat', { status: 'registered', placement: seat, fields: {} }, {}, {}],
  [
    'a ticket',
    { status: 'waitlisted', placement: undefined, fields: { ticket_type: null } },
    { ticket_type: 'vip' },
    { ticket_type: null },
  ],
  [
    'a note, without its text',
    { status: 'waitlisted', placement: undefined, fields: { desk_note: 'Late' } },
    {},
    { fields: ['desk_note'] },
  ],
])('the audit row has %s', (_what, change, before, after) => {
  const current = { ...NO_ATTENDANCE, status: 'waitlisted', ticket_type: 'vip' } as const;
  const { status } = change as { status: string };
  expect(
    auditOfOrganizerChange(7, current, change as Parameters<typeof auditOfOrganizerChange>[2]),
  ).toEqual({
    before: { user_id: 7, status: 'waitlisted', ...before },
    after: { user_id: 7, status, ...after },
  });
});

it.each([
  ['none', 'cancelled', [undefined, undefined, 'seat_given', 'seat_given', 'seat_given']],
  ['cancelled', 'cancelled', [undefined, undefined, 'seat_given', 'seat_given', 'seat_given']],
  ['waitlisted', 'waitlisted', ['seat_taken', 'seat_taken', undefined, 'seat_given', 'seat_given']],
  ['registered', 'registered', ['seat_taken', 'seat_taken', 'seat_taken', undefined, undefined]],
  ['checked_in', 'registered', ['seat_taken', 'seat_taken', 'seat_taken', undefined, undefined]],
] as const)(
  `a %s attendee keeps the status %s, and is notified of a change to ${CURRENT.join(', ')}: %j`,
  (before, kept, notices) => {
    expect(keptStatus({ status: before })).toBe(kept);
    expect(CURRENT.map((after) => notificationOf(before, after))).toEqual(notices);
  },
);
