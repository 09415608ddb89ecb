import {
  type AgendaMove,
  exceptionWarnings,
  type MovableEvent,
  type MovableItem,
  planMove,
} from '../../../src/domain/programme/agenda-moves.ts';
import { clockOffsetOf } from '../../../src/lib/time-zones.ts';

const NOW = new Date('2030-03-30T09:00:00.000Z');
const at = (time: string) => `2030-03-${time}:00.000Z`;

const anItem = (fields: Partial<MovableItem> = {}): MovableItem => ({
  id: 1,
  event_id: null,
  title: 'Looms',
  starts_at: at('30T10:00'),
  ends_at: at('30T11:00'),
  room: 'Dock 1',
  status: 'scheduled',
  questions: 'off',
  edited_fields: [],
  cancelled_by_import: false,
  ...fields,
});
const itsEvent = (fields: Partial<MovableEvent> = {}): MovableEvent => ({
  id: 7,
  starts_at: at('30T10:00'),
  ends_at: at('30T11:00'),
  registration_closes_at: null,
  venue_name: 'Dock 1',
  status: 'approved',
  source: 'extcal',
  ...fields,
});
// Clocks in Berlin go forward on 31 March 2030.
const plan = (item: MovableItem, move: AgendaMove, events: readonly MovableEvent[] = []) =>
  planMove([item], events, { move, now: NOW, offset: clockOffsetOf('Europe/Berlin') });

it.each<[string, AgendaMove, Partial<MovableItem>]>([
  [
    'minutes are absolute',
    { shift_minutes: 24 * 60 },
    { starts_at: at('31T10:00'), ends_at: at('31T11:00') },
  ],
  [
    'days keep the local time over a change of clocks',
    { shift_days: 1 },
    { starts_at: at('31T09:00'), ends_at: at('31T10:00') },
  ],
  ['a room', { room: 'Pier' }, { room: 'Pier' }],
  ['a cancellation', { status: 'cancelled' }, { status: 'cancelled' }],
])('a move by %s changes these fields, which count as edited', (_name, move, changed) => {
  const { items, exceptions } = plan(anItem(), move);

  expect(items).toEqual([anItem({ ...changed, edited_fields: Object.keys(changed) })]);
  expect(exceptions).toEqual([]);
});

it.each<[string, Partial<MovableItem>, number, Partial<MovableItem> | undefined, string]>([
  [
    'that has ended stays',
    { starts_at: at('30T08:00'), ends_at: at('30T09:00') },
    15,
    undefined,
    'ended',
  ],
  [
    'that is running moves its end alone',
    { starts_at: at('30T08:30'), ends_at: at('30T09:30') },
    15,
    { starts_at: at('30T08:30'), ends_at: at('30T09:45') },
    'running',
  ],
  [
    'that starts now is running',
    { starts_at: at('30T09:00'), ends_at: at('30T10:00') },
    15,
    { starts_at: at('30T09:00'), ends_at: at('30T10:15') },
    'running',
  ],
  [
    'that is running never ends before it starts',
    { starts_at: at('30T08:45'), ends_at: at('30T09:15') },
    -30,
    undefined,
    'ends_too_early',
  ],
])('an item %s', (_name, times, shift_minutes, moved, reason) => {
  const { items, exceptions } = plan(anItem(times), { shift_minutes });

  expect(items).toMatchObject(moved ? [moved] : []);
  expect(exceptions).toMatchObject([{ reason }]);
});

it('an event moves with its item, and is marked in its place', () => {
  const item = anItem({ event_id: 7 });
  const event = itsEvent({ registration_closes_at: at('30T07:00') });

  const { items, events } = plan(item, { shift_days: 1 }, [event]);

  expect(items[0]?.edited_fields).toEqual([]);
  expect(events).toEqual([
    {
      ...event,
      starts_at: at('31T09:00'),
      ends_at: at('31T10:00'),
      registration_closes_at: at('31T06:00'),
      edited: ['starts_at', 'ends_at', 'registration_closes_at'],
    },
  ]);
  expect(plan(item, { shift_minutes: 15 }, [event]).events).toMatchObject([
    { registration_closes_at: at('30T07:00'), edited: ['starts_at', 'ends_at'] },
  ]);
  expect(plan(item, { room: 'Pier' }, [itsEvent({ source: 'admin' })]).events).toMatchObject([
    { venue_name: 'Pier', edited: [] },
  ]);
});

it.each([
  ['approved', [{ status: 'cancelled' }]],
  ['pending', []],
  ['cancelled', []],
] as const)('a cancellation of the item of a %s event', (status, events) => {
  const given = [itsEvent({ status })];
  expect(plan(anItem({ event_id: 7 }), { status: 'cancelled' }, given).events).toMatchObject(
    events,
  );
});

it('an event whose item has ended stays', () => {
  const ended = anItem({ event_id: 7, starts_at: at('30T08:00'), ends_at: at('30T08:30') });
  expect(plan(ended, { shift_minutes: 15 }, [itsEvent()]).events).toEqual([]);
});

it('an item and its event of no length stay so', () => {
  const times = { starts_at: at('30T10:00'), ends_at: at('30T10:00') };
  const { items, events } = plan(anItem({ event_id: 7, ...times }), { shift_minutes: 15 }, [
    itsEvent(times),
  ]);
  const moved = { starts_at: at('30T10:15'), ends_at: at('30T10:15') };
  expect([items, events]).toMatchObject([[moved], [moved]]);
});

it.each([
  [
    'stays if it would end before it starts',
    { starts_at: at('30T08:00'), ends_at: at('30T09:30') },
    { shift_days: -1 },
    [],
  ],
  [
    'keeps the end of registration while it runs',
    { starts_at: at('30T08:00'), registration_closes_at: at('30T08:00') },
    { shift_days: 1 },
    [
      {
        registration_closes_at: at('30T08:00'),
        starts_at: at('30T08:00'),
        ends_at: at('31T10:00'),
      },
    ],
  ],
  [
    'without an end of registration gets none',
    {},
    { shift_days: 1 },
    [{ registration_closes_at: null, edited: ['starts_at', 'ends_at'] }],
  ],
])('an event %s', (_what, fields, move, expected) => {
  const { events } = plan(
    anItem({ event_id: 7, starts_at: at('31T10:00'), ends_at: at('31T12:00') }),
    move,
    [itsEvent(fields)],
  );
  expect(events).toMatchObject(expected);
  expect(events).toHaveLength(expected.length);
});

it('an event of another item stays', () => {
  expect(plan(anItem(), { shift_minutes: 15 }, [itsEvent()]).events).toEqual([]);
});

it.each(['ended', 'running', 'ends_too_early'] as const)(
  'an item that is %s is a warning',
  (reason) => {
    const planned = {
      items: [],
      events: [],
      exceptions: [{ item: { id: 1, title: 'Looms' }, reason }],
    };
    expect(exceptionWarnings(planned)).toMatchObject([
      {
        kind: reason,
        agenda_item_id: 1,
        code: `item_${reason}`,
        params: { item: 'Looms' },
        message: expect.stringContaining('“Looms”'),
      },
    ]);
  },
);
