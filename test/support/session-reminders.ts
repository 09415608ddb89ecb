import type { Knex } from 'knex';
import { type AttendanceStatus, holdsSeat } from '../../src/domain/attendance/attendances.ts';
import type { User } from '../../src/domain/people/users.ts';
import type { AgendaItem } from '../../src/domain/programme/agenda.ts';
import type { Event } from '../../src/domain/programme/events.ts';
import { SessionRemindersService } from '../../src/services/messaging/session-reminders.service.ts';
import type { TestApi } from './api.ts';

/** The full minute, by the clock of the database, that is this many minutes ahead: reminders know no other. */
export async function minuteIn(db: Knex, minutes: number): Promise<string> {
  const { rows } = await db.raw<{ rows: { minute: string }[] }>(
    `select date_trunc('minute', clock_timestamp()) + ? * interval '1 minute' as minute`,
    [minutes],
  );
  return rows[0]?.minute ?? '';
}

/** The columns of something that lasts an hour. */
export const from = (starts_at: string, minutes = 60) => ({
  starts_at,
  ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString(),
});

/** Inserts the attendances of users by one statement, and counts their seats. */
export async function giveSeats(
  db: Knex,
  users: readonly Pick<User, 'id'>[],
  { id: event_id }: Pick<Event, 'id'>,
  status: AttendanceStatus = 'registered',
): Promise<void> {
  const registered_at = db.fn.now();
  await db('event_attendances').insert(
    users.map(({ id: user_id }) => ({ event_id, user_id, status, registered_at })),
  );
  if (holdsSeat(status))
    await db('events').where({ id: event_id }).increment('attendee_count', users.length);
}

/** Makes users keep an agenda item. */
export const keep = (db: Knex, users: readonly User[], item: Pick<AgendaItem, 'id'>) =>
  db('agenda_favorites').insert(users.map(({ id }) => ({ user_id: id, agenda_item_id: item.id })));

/** A process that plans, with its own rate. */
export const planner = ({ store }: Pick<TestApi, 'store'>, rate = 1_000) =>
  new SessionRemindersService({ store, rate });

export const plannedBy = async (service: SessionRemindersService): Promise<number> =>
  (await service.plan()).planned;
