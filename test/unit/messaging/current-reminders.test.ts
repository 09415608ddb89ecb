import { currentReminder } from '../../../src/domain/messaging/current-notifications.ts';
import type { SubjectNow } from '../../../src/domain/messaging/subjects.ts';

const START = '2026-05-14T07:00:00.000Z';
const LATER = '2026-05-14T08:00:00.000Z';
const END = '2026-05-14T09:00:00.000Z';

const thing = (title: string, given: object = {}): SubjectNow => ({
  kind: 'thing',
  title,
  starts_at: START,
  ends_at: END,
  timezone: 'Europe/Berlin',
  place: 'Attic',
  status: 'scheduled',
  ...given,
});
const line = (title: string, ...subjects: string[]) => ({
  title,
  starts_at: START,
  timezone: 'Europe/Berlin',
  place: 'Attic',
  subjects,
});
const ITEM = line('Keynote', 'agenda_item:7', 'event:12');
const EVENT = thing('Keynote', { status: 'approved', place: null });

describe('a reminder', () => {
  it.each<[string, object]>([
    ['a new room', { place: 'Hall' }],
    ['a new title', { title: 'Opening' }],
    ['another end', { ends_at: LATER }],
  ])('has the values of now after %s', (_what, change) => {
    const things = new Map([
      ['agenda_item:7', thing('Keynote', change)],
      ['event:12', EVENT],
    ]);
    const { title = 'Keynote', place = 'Attic' } = change as { title?: string; place?: string };
    expect(currentReminder({ lines: [ITEM] }, things)).toEqual({
      type: 'session_reminder',
      args: { lines: [{ ...ITEM, title, place }] },
    });
  });

  it('of a seat has the start of the event, although the item begins later', () => {
    const seat = line('Keynote', 'event:12', 'agenda_item:7');
    const things = new Map([
      ['agenda_item:7', thing('Keynote', { starts_at: LATER })],
      ['event:12', EVENT],
    ]);
    expect(currentReminder({ lines: [seat] }, things)).toMatchObject({ type: 'session_reminder' });
  });

  it.each([
    ['event:12', 'agenda_item:7'],
    ['agenda_item:7', 'event:12'],
  ])('of %s and %s has the title of its item, and the place of one of them', (...subjects) => {
    const of = (itemPlace: string | null, eventPlace: string | null) =>
      currentReminder(
        { lines: [line('Keynote', ...subjects)] },
        new Map([
          ['agenda_item:7', thing('Opening', { place: itemPlace })],
          ['event:12', thing('Day', { status: 'approved', place: eventPlace })],
        ]),
      );
    const args = (place: string | null) => ({ args: { lines: [{ title: 'Opening', place }] } });
    expect(of('Attic', 'Hall')).toMatchObject(args('Attic'));
    expect(of(null, 'Hall')).toMatchObject(args('Hall'));
    expect(of(null, null)).toMatchObject(args(null));
  });

  it('of an item alone has no place without a room', () => {
    const things = new Map([['agenda_item:7', thing('Keynote', { place: null })]]);
    expect(currentReminder({ lines: [line('Keynote', 'agenda_item:7')] }, things)).toMatchObject({
      args: { lines: [{ place: null }] },
    });
  });

  it('becomes the change of its only session', () => {
    const moved = thing('Keynote', { starts_at: LATER });
    expect(
      currentReminder(
        { lines: [ITEM] },
        new Map([
          ['agenda_item:7', moved],
          ['event:12', EVENT],
        ]),
      ),
    ).toMatchObject({
      type: 'agenda_item_updated',
      args: { thing: { starts_at: LATER }, changes: { starts_at: { from: START, to: LATER } } },
    });
  });

  it.each<[string, [string, SubjectNow][]]>([
    [
      'the item',
      [
        ['agenda_item:7', thing('Keynote', { status: 'cancelled' })],
        ['event:12', EVENT],
      ],
    ],
    [
      'its event',
      [
        ['agenda_item:7', thing('Keynote')],
        ['event:12', thing('Keynote', { status: 'cancelled' })],
      ],
    ],
    ['neither, but its event is deleted', [['agenda_item:7', thing('Keynote')]]],
    ['neither, but it is deleted', []],
  ])('becomes the cancellation of its session if %s is cancelled', (_what, things) => {
    expect(currentReminder({ lines: [ITEM] }, new Map(things))).toMatchObject({
      type: 'agenda_item_cancelled',
      args: { thing: { title: 'Keynote', status: 'cancelled' } },
    });
  });

  it('of several sessions becomes one notice of all', () => {
    const lines = [ITEM, line('Looms', 'agenda_item:8')];
    const things = new Map([
      ['agenda_item:7', thing('Keynote')],
      ['event:12', EVENT],
      ['agenda_item:8', thing('Looms', { starts_at: LATER })],
    ]);
    expect(currentReminder({ lines }, things)).toMatchObject({
      type: 'programme_changed',
      args: {
        conference: null,
        lines: [
          { title: 'Keynote', starts_at: START },
          { title: 'Looms', starts_at: LATER },
        ],
        more: 0,
      },
    });
  });
});
