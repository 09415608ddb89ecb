import {
  MAX_SENT_IDS,
  type StreamPosition,
  unsentFor,
} from '../../src/domain/messaging/notification-streams.ts';
import type { Notification } from '../../src/domain/messaging/notifications.ts';

/** So many seconds after the clock of the tests starts. */
const at = (seconds: number) =>
  new Date(Date.parse('2026-05-14T09:00:00Z') + seconds * 1_000).toISOString();

const written = (id: number, seconds: number): Notification => ({
  id,
  type: 'message',
  title: `${id}`,
  body: '',
  action_url: null,
  data: {},
  created_at: at(seconds),
  clicked_at: null,
  dismissed_at: null,
});

const position = (seconds: number, ...sent: number[]): StreamPosition => ({
  as_of: at(seconds),
  sent,
});

/** What somebody hears of 1, 2 and 3, which were written in the seconds of their ids. */
const heard = (asOf: number, before: StreamPosition | undefined) =>
  unsentFor({ as_of: at(asOf), notifications: [1, 2, 3].map((n) => written(n, n)) }, before).events;

describe('what is news', () => {
  it.each<[string, number, StreamPosition | undefined, number[]]>([
    ['to a beginner: nothing', 5, undefined, []],
    ['to who heard nothing yet: all', 5, position(0), [1, 2, 3]],
    ['to who heard the first: the others', 5, position(1), [2, 3]],
    ['to who heard a later one first: those before it', 5, position(0, 2, 3), [1]],
    ['to who heard all: nothing', 5, position(3), []],
    ['to who heard all, one by one: nothing', 5, position(0, 1, 2, 3), []],
    ['to who is ahead of the database: what it may still write', 2, position(9), [3]],
  ])('%s', (_who, asOf, before, expected) => {
    expect(heard(asOf, before).map(({ notification }) => notification.id)).toEqual(expected);
  });
});

describe('a position', () => {
  const of = (asOf: number, before: StreamPosition) => heard(asOf, before).map((e) => e.position);

  it('is just before each of those that are settled', () => {
    expect(of(5, position(0))).toEqual([
      position(0.999, 1),
      position(1.999, 2),
      position(2.999, 3),
    ]);
  });

  it('stays where not everything has turned up, and names what was sent', () => {
    expect(of(1.5, position(0, 3))).toEqual([position(0.999, 3, 1), position(1.5, 3, 2)]);
  });

  it('leads to exactly what comes after it', () => {
    for (const asOf of [0.5, 1, 1.5, 2.5, 5]) {
      const events = heard(asOf, position(0));
      events.forEach((event, n) => {
        const rest = events.slice(n + 1).map(({ notification }) => notification);
        expect(heard(asOf, event.position).map((e) => e.notification)).toEqual(rest);
      });
    }
  });

  it('knows all of a look for the next one, even if that sees a little less far', () => {
    const notifications = [written(1, 1), written(2, 2)];
    const first = unsentFor({ as_of: at(2), notifications }, position(0));
    expect(unsentFor({ as_of: at(1.5), notifications }, first.position).events).toEqual([]);
  });

  it('names at most so many', () => {
    const notifications = Array.from({ length: MAX_SENT_IDS + 20 }, (_, n) => written(n + 1, 1));
    const { events } = unsentFor({ as_of: at(0), notifications }, position(0));
    expect(events.at(-1)?.position.sent).toEqual(
      Array.from({ length: MAX_SENT_IDS }, (_, n) => n + 21),
    );
  });
});
