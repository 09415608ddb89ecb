import type { NotificationEvent } from '../../src/domain/messaging/notification-args.ts';

/** Notifications as a conference sends them: times of different things, seats, points and people. */
export function notificationOf(n: number): NotificationEvent {
  const at = (hours: number) => new Date(Date.UTC(2026, 4, 14) + hours * 3_600_000).toISOString();
  const thing = {
    title: `Engines that weave, part ${n}`,
    starts_at: at(n),
    ends_at: at(n + 1),
    timezone: 'Europe/Berlin',
    place: `Room ${n % 20}`,
    status: 'scheduled',
  };
  const changes = { room: { from: 'Attic', to: thing.place } };
  const notices: readonly NotificationEvent[] = [
    {
      type: 'agenda_item_updated',
      args: { thing, changes },
      data: { agenda_item_id: n + 1, conference_id: 1, event_id: null, changes },
    },
    {
      type: 'event_updated',
      args: { thing, changes: {} },
      data: { event_id: n + 1, changes: {} },
    },
    {
      type: 'connection_request',
      args: { name: `Ada ${n}`, message: 'Loved your talk!' },
      data: { connection_id: n + 1, actor: { id: 7, first_name: 'Ada', photo_url: null } },
    },
    {
      type: 'quest_task_approved',
      args: { title: `Task ${n}`, points: n % 30 },
      data: { quest_id: 1, task_id: n + 1, points: n % 30 },
    },
    {
      type: 'seat_given',
      args: { names: [`Conference ${n}`], more: 0, status: 'registered' },
      data: { conference_id: n + 1, status: 'registered' },
    },
  ];
  return notices[n % notices.length] as NotificationEvent;
}
