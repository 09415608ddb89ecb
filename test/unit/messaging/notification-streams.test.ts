import {
  MAX_SENT_IDS,
  type StreamPosition,
  unsentFor,
} from '../../../src/domain/messaging/notification-streams.ts';
import type { Notification } from '../../../src/domain/messaging/notifications.ts';

/** A time this many seconds after 09:00. */
const at = (seconds: number) =>
  new Date(Date.parse('2026-05-14T09:00:00Z') + seconds * 1_000).toISOString();

const aNotification = (id: number, seconds: number): Notification => ({
  id,
  type: 'message',
  title: `${id}`,
  body: '',
  action_url: null,
  start: null,
  data: {},
  created_at: at(seconds),
  clicked_at: null,
  dismissed_at: null,
});

const position = (seconds: number, ...sent: number[]): StreamPosition => ({
  as_of: at(seconds),
  sent,
});

/** The events of notifications 1, 2 and 3, each created in the second of its id. */
const unsent = (asOf: number, before: StreamPosition | undefined) =>
  unsentFor({ as_of: at(asOf), notifications: [1, 2, 3].map((n) => aNotification(n, n)) }, before)
    .events;

describe('the unsent events', () => {
  it.each<[string, number, StreamPosition | undefined, number[]]>([
    ['none for a new stream', 5, undefined, []],
    ['all after a position before all', 5, position(0), [1, 2, 3]],
    ['the later ones after the first', 5, position(1), [2, 3]],
    ['the earlier one after later ones were sent', 5, position(0, 2, 3), [1]],
    ['none after a position after all', 5, position(3), []],
    ['none after all were sent', 5, position(0, 1, 2, 3), []],
    ['the unsettled ones after a position in the future', 2, position(9), [3]],
  ])('are %s', (_which, asOf, before, expected) => {
    expect(unsent(asOf, before).map(({ notification }) => notification.id)).toEqual(expected);
  });
});

it('a changed notification is sent again, once', () => {
  const changed = { ...aNotification(1, 4), change_id: 4 };
  const snapshot = { as_of: at(5), notifications: [aNotification(2, 2), changed] };
  const [event, ...others] = unsentFor(snapshot, position(0, 1, 2)).events;
  expect(others).toEqual([]);
  expect(event?.notification).toBe(changed);
  expect(unsentFor(snapshot, event?.position).events).toEqual([]);
});

describe('a position', () => {
  const positions = (asOf: number, before: StreamPosition) =>
    unsent(asOf, before).map((e) => e.position);

  it('is just before each settled notification', () => {
    expect(positions(5, position(0))).toEqual([
      position(0.999, 1),
      position(1.999, 2),
      position(2.999, 3),
    ]);
  });

  it('stays at as_of for unsettled notifications, and holds the sent ids', () => {
    expect(positions(1.5, position(0, 3))).toEqual([position(0.999, 3, 1), position(1.5, 3, 2)]);
  });

  it('resumes at exactly the next notification', () => {
    for (const asOf of [0.5, 1, 1.5, 2.5, 5]) {
      const events = unsent(asOf, position(0));
      events.forEach((event, n) => {
        const rest = events.slice(n + 1).map(({ notification }) => notification);
        expect(unsent(asOf, event.position).map((e) => e.notification)).toEqual(rest);
      });
    }
  });

  it('holds all ids of a snapshot, since the next one may have an earlier as_of', () => {
    const notifications = [aNotification(1, 1), aNotification(2, 2)];
    const first = unsentFor({ as_of: at(2), notifications }, position(0));
    expect(unsentFor({ as_of: at(1.5), notifications }, first.position).events).toEqual([]);
  });

  it('holds at most MAX_SENT_IDS ids', () => {
    const notifications = Array.from({ length: MAX_SENT_IDS + 20 }, (_, n) =>
      aNotification(n + 1, 1),
    );
    const { events } = unsentFor({ as_of: at(0), notifications }, position(0));
    expect(events.at(-1)?.position.sent).toEqual(
      Array.from({ length: MAX_SENT_IDS }, (_, n) => n + 21),
    );
  });
});
