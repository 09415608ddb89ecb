import type { ApiNotification, UserState } from '@hallway/client';
import type { InfiniteData } from '@tanstack/preact-query';
import { say } from '../parts.tsx';
import { api, inbox, type Page, queries, reads } from './api.ts';

/** What a notification makes old, by the first word of its type. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  connection: ['people', 'me'],
  event: ['event', 'state', 'agenda'],
  seat: ['event', 'state', 'agenda'],
  agenda: ['agenda', 'state'],
  programme: ['agenda', 'state'],
  conference: ['agenda', 'state'],
  quest: ['quests', 'me'],
  points: ['quests', 'me'],
};

/** Shows what happens while it happens, until the signal. The client reconnects by itself. */
export async function follow(signal: AbortSignal): Promise<void> {
  try {
    for await (const { data } of api.stream('streamNotifications', { signal })) receive(data);
  } catch {
    // The messenger's launch data have expired: the next call of the reader says so.
  }
}

function receive(notification: ApiNotification): void {
  const { id, title, type } = notification;
  let isNew = false;
  // Into the list itself: ten thousand phones that read again after one message would be a crowd.
  queries.setQueryData<InfiniteData<Page<ApiNotification>>>(inbox.queryKey, (list) => {
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
  for (const key of CHANGED[type.split('_')[0] ?? ''] ?? []) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
