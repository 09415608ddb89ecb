import type { ApiNotification, Page, UserState } from '@hallway/client';
import type { InfiniteData } from '@tanstack/preact-query';
import { say } from '../parts.tsx';
import { api, later, queries, reads, type Topic } from './api.ts';

/** What a notification makes old, by its type. */
const CHANGED: readonly (readonly [type: RegExp, topics: readonly Topic[]])[] = [
  [/^(event|seat)/, ['event', 'state', 'agenda']],
  [/^(agenda|programme|conference)/, ['agenda', 'state']],
  [/^connection/, ['people', 'me']],
  [/^(quest|points)/, ['quests', 'me']],
];

/** Shows what happens while it happens. The client reconnects by itself. */
export async function follow(): Promise<void> {
  try {
    for await (const { data } of api.stream('streamNotifications')) receive(data);
  } catch {
    // The messenger's launch data have expired: the next call of the reader says so.
  }
}

function receive(notification: ApiNotification): void {
  const { id, title, type } = notification;
  let isNew = false;
  // Into the list itself: ten thousand phones that read again after one message would be a crowd.
  queries.setQueryData<InfiniteData<Page<'listNotifications'>>>(later.inbox.queryKey, (list) => {
    const [first, ...others] = list?.pages ?? [];
    // A connection that was lost may bring an event twice.
    isNew = !list?.pages.some(({ data }) => data.some((one) => one.id === id));
    if (!list || !first || !isNew) return list;
    return { ...list, pages: [{ ...first, data: [notification, ...first.data] }, ...others] };
  });
  if (!isNew) return;
  queries.setQueryData<UserState>(
    reads.state.queryKey,
    (state) => state && { ...state, unread_notifications: state.unread_notifications + 1 },
  );
  say(title);
  const changed = CHANGED.find(([of]) => of.test(type))?.[1] ?? [];
  for (const topic of changed) void queries.invalidateQueries({ queryKey: [topic] });
}
