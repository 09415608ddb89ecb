import type { Knex } from 'knex';
import { type AttendanceStatus, holdsSeat } from '../../src/domain/attendance/attendances.ts';
import type { Notification } from '../../src/domain/messaging/notifications.ts';
import type { User } from '../../src/domain/people/users.ts';
import type { AgendaItem } from '../../src/domain/programme/agenda.ts';
import type { Conference } from '../../src/domain/programme/conferences.ts';
import type { Event } from '../../src/domain/programme/events.ts';
import type { Speaker } from '../../src/domain/programme/speakers.ts';
import type { QuestTask } from '../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../src/domain/quests/quests.ts';

let next = 1;

/** The columns of a user. `first_name`, `last_name` and `photo_url` set the messenger's. */
type GivenUser = Partial<Record<keyof User, unknown>>;

/** Inserts a user who has signed in. Pass only the columns that the test is about. */
export async function aUser(db: Knex, given: GivenUser = {}): Promise<User> {
  const [user] = await people(db, 1, given);
  return user;
}

type Several<T> = [T, T, T, T, ...T[]];

/**
 * Inserts `count` users by one statement, whose columns may be expressions of SQL over their number
 * `n`. The type promises the first four, so destructure at most `count`.
 */
export async function people(
  db: Knex,
  count: number,
  given: GivenUser = {},
): Promise<Several<User>> {
  const first = next;
  next += count;
  const { first_name = db.raw(`'Person ' || n`), last_name, photo_url, ...columns } = given;
  const row: Record<string, unknown> = {
    messenger_id: db.raw('100000 + n'),
    messenger_first_name: first_name,
    messenger_last_name: last_name,
    messenger_photo_url: photo_url,
    last_seen_at: '2026-05-14T09:00:00.000Z',
    ...columns,
  };
  const names = Object.keys(row).filter((name) => row[name] !== undefined);
  const values = names.map((name) => row[name] as Knex.Value);
  const { rows } = await db.raw<{ rows: Several<User> }>(
    `insert into users (${names.map(() => '??')}) select ${names.map(() => '?')}
       from generate_series(?::int, ?::int) n returning *`,
    [...names, ...values, first, next - 1],
  );
  return rows;
}

/** Inserts a connection between two users, requested by the first. */
export async function aConnection(
  db: Knex,
  [requester, recipient]: readonly [User, User],
  status: 'pending' | 'accepted' | 'rejected' = 'accepted',
): Promise<void> {
  await db('connections').insert({
    requester_id: requester.id,
    recipient_id: recipient.id,
    status,
    responded_at: status === 'pending' ? null : '2026-05-14T09:00:00.000Z',
  });
}

/** Inserts a published conference that starts on the first day of the test clock. */
export async function aConference(
  db: Knex,
  given: Partial<Record<keyof Conference, unknown>> = {},
): Promise<Conference> {
  const n = next++;
  const [conference] = await db('conferences')
    .insert({
      slug: `conference-${n}`,
      name: `Conference ${n}`,
      starts_on: '2026-05-14',
      ends_on: '2026-05-16',
      timezone: 'Europe/Berlin',
      status: 'published',
      ...given,
    })
    .returning<Conference[]>('*');
  return conference as Conference;
}

/** Inserts an approved event, created by an administrator, one day after the test clock's start. */
export async function anEvent(
  db: Knex,
  given: Partial<Record<keyof Event | 'contact' | `feed_${string}`, unknown>> = {},
): Promise<Event> {
  const n = next++;
  const [event] = await db('events')
    .insert({
      slug: `event-${n}`,
      title: `Event ${n}`,
      status: 'approved',
      starts_at: '2026-05-15T09:00:00.000Z',
      ends_at: '2026-05-15T10:00:00.000Z',
      timezone: 'Europe/Berlin',
      source: 'admin',
      ...given,
    })
    .returning<Event[]>('*');
  return event as Event;
}

/** Inserts the attendance of an event and updates its attendee count. */
export async function anAttendance(
  db: Knex,
  [user, event]: readonly [Pick<User, 'id'>, Pick<Event, 'id'>],
  status: AttendanceStatus = 'registered',
): Promise<void> {
  await db('event_attendances').insert({
    event_id: event.id,
    user_id: user.id,
    status,
    registered_at: '2026-05-01T12:00:00.000Z',
    checked_in_at: status === 'checked_in' ? '2026-05-14T08:00:00.000Z' : null,
  });
  if (holdsSeat(status)) await db('events').where({ id: event.id }).increment('attendee_count');
}

/** Inserts the registration for a conference and updates its attendee count. */
export async function aRegistration(
  db: Knex,
  [user, conference]: readonly [Pick<User, 'id'>, Pick<Conference, 'id'>],
  {
    status = 'registered',
    ticket_type = null,
  }: { status?: AttendanceStatus | undefined; ticket_type?: string | null } = {},
): Promise<void> {
  await db('registrations').insert({
    conference_id: conference.id,
    user_id: user.id,
    status,
    ticket_type,
    registered_at: '2026-05-01T12:00:00.000Z',
    checked_in_at: status === 'checked_in' ? '2026-05-14T08:00:00.000Z' : null,
  });
  if (holdsSeat(status)) {
    await db('conferences').where({ id: conference.id }).increment('attendee_count');
  }
}

/** Inserts a speaker into the lineup of these conferences; a draft if all of them are drafts. */
export async function aSpeaker(
  db: Knex,
  given: Partial<Record<keyof Speaker, unknown>> = {},
  conferences: readonly Pick<Conference, 'id'>[] = [],
): Promise<Speaker> {
  const n = next++;
  const ids = conferences.map(({ id }) => id);
  const open = await db('conferences').whereIn('id', ids).whereNot('status', 'draft');
  const status = ids.length > 0 && open.length === 0 ? 'draft' : 'published';
  const [speaker] = await db('speakers')
    .insert({ slug: `speaker-${n}`, name: `Speaker ${n}`, status, ...given })
    .returning<Speaker[]>('*');
  for (const conference_id of ids) {
    await db('conference_speakers').insert({ conference_id, speaker_id: speaker?.id });
  }
  return speaker as Speaker;
}

/** Inserts an agenda item on the first day of a conference, with its speakers in this order. */
export async function anAgendaItem(
  db: Knex,
  { id }: Pick<Conference, 'id'>,
  given: Partial<Record<keyof AgendaItem | 'edited_fields', unknown>> = {},
  speakers: readonly Pick<Speaker, 'id'>[] = [],
): Promise<AgendaItem> {
  const [item] = await db('agenda_items')
    .insert({
      conference_id: id,
      title: `Item ${next++}`,
      starts_at: '2026-05-14T09:00:00.000Z',
      ends_at: '2026-05-14T10:00:00.000Z',
      ...given,
    })
    .returning<AgendaItem[]>('*');
  for (const [position, speaker] of speakers.entries()) {
    const row = { agenda_item_id: item?.id, speaker_id: speaker.id, position };
    await db('agenda_item_speakers').insert(row);
  }
  return item as AgendaItem;
}

/** Inserts a notification into a user's inbox. */
export async function aNotification(
  db: Knex,
  { id }: Pick<User, 'id'>,
  given: Partial<Record<keyof Notification | 'in_app', unknown>> = {},
): Promise<Notification> {
  const [notification] = await db('notifications')
    .insert({
      user_id: id,
      type: 'message',
      title: `Title ${next++}`,
      body: 'The body.',
      ...given,
    })
    .returning<Notification[]>('*');
  return notification as Notification;
}

/** Inserts an active quest without times. */
export async function aQuest(
  db: Knex,
  given: Partial<Record<keyof Quest | `${string}_encrypted` | 'deleted_at', unknown>> = {},
): Promise<Quest> {
  const n = next++;
  const [quest] = await db('quests')
    .insert({ slug: `quest-${n}`, title: `Quest ${n}`, is_active: true, ...given })
    .returning<Quest[]>('*');
  return quest as Quest;
}

/** Inserts a task, a link of 10 points unless `given` says otherwise. A code needs its service. */
export async function aTask(
  db: Knex,
  { id }: Pick<Quest, 'id'>,
  {
    type = 'link',
    config,
    ...given
  }: Partial<Record<keyof QuestTask | `${string}_encrypted` | 'deleted_at', unknown>> = {},
): Promise<QuestTask> {
  const [task] = await db('quest_tasks')
    .insert({
      quest_id: id,
      title: `Task ${next++}`,
      type,
      points: 10,
      config: JSON.stringify(
        config ?? (type === 'link' ? { url: 'https://hallway.example.org' } : {}),
      ),
      ...given,
    })
    .returning<QuestTask[]>('*');
  return task as QuestTask;
}
