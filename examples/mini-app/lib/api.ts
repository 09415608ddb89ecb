import {
  ApiError,
  Client,
  type ListName,
  launchData,
  type Name,
  type OpenedStart,
} from '@hallway/client';
import { QueryClient } from '@tanstack/preact-query';
import { say } from '../parts.tsx';
import { launchData as raw } from './messenger.ts';
import { go, isReloaded, routeOf } from './route.ts';
import { setLanguage, t } from './text.ts';

/** This app is of one conference. The demo chooses it by `?conference=`. */
export const CONFERENCE_ID = Number(new URLSearchParams(location.search).get('conference')) || 1;

let isFirst = !isReloaded;
/** Signs in by its first call, and renews its token by itself. */
export const api = new Client({
  // Elsewhere than on the page's own host: `https://conference.example/api/v1`, which has to list the
  // page's origin in CORS_ORIGINS.
  baseUrl: '/api/v1',
  // Refuses misspelled fields. For development: leave it out of what you publish.
  strict: true,
  credentials: launchData(raw, {
    onSession({ user, start }) {
      void setLanguage(user.language, user.language_code);
      if (isFirst && start) open(start);
      isFirst = false;
    },
  }),
});

/** Opens what a link or a code is of. */
export function open(start: OpenedStart | null): void {
  const target = start?.available ? routeOf(start) : undefined;
  if (target) go(target);
  else say(t('start.gone'));
}

export const queries = new QueryClient({
  defaultOptions: {
    // What others change arrives by the stream. The client itself repeats what may be repeated.
    queries: { staleTime: 60_000, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

// Also after an opening without a network, which is no change for the cache.
addEventListener('online', () => void queries.invalidateQueries());

type Key = readonly (string | number)[];
/** A call whose answer is kept. The first part of its key is what a change makes old. */
export const read = <N extends Name>(queryKey: Key, ...call: Parameters<typeof api.call<N>>) => ({
  queryKey,
  queryFn: () => api.call<N>(...call),
});
/** A list that one person has, to its end. */
const whole = <N extends ListName>(queryKey: Key, ...call: Parameters<typeof api.rows<N>>) => ({
  queryKey,
  queryFn: () => Array.fromAsync(api.rows<N>(...call)),
});

export interface Page<R> {
  readonly data: readonly R[];
  readonly pagination: { page?: number; pages?: number; next_cursor?: string | null };
}
interface Next {
  readonly page?: number;
  readonly cursor?: string;
}
/** A list that can be long: its first page, and one more each time that the reader wants it. */
export const pages = <P extends Page<unknown>>(
  queryKey: Key,
  page: (next: Next) => Promise<P>,
) => ({
  queryKey,
  queryFn: ({ pageParam }: { pageParam: Next }) => page(pageParam),
  initialPageParam: {},
  // A list has a cursor or pages by number, and where counting costs too much no total.
  getNextPageParam: ({ pagination: { next_cursor, page: at = 1, pages: last = 1 } }: P) => {
    if (next_cursor) return { cursor: next_cursor };
    return at < last ? { page: at + 1 } : undefined;
  },
  select: (list: { readonly pages: readonly P[] }) => ({
    first: list.pages[0],
    rows: list.pages.flatMap<P['data'][number]>(({ data }) => data),
  }),
});

const conference_id = CONFERENCE_ID;
const params = { conference_id };
/** What the app reads when it opens, all at once. Lists that one person has are read to their end. */
export const reads = {
  me: read(['me'], 'getMyProfile'),
  state: read(['state'], 'getMyState'),
  conference: read(['agenda', 'conference'], 'getConference', { params: { id: conference_id } }),
  agenda: read(['agenda', 'items'], 'getAgenda', { params }),
  announcements: read(['agenda', 'pinned'], 'listAnnouncements', { params: { id: conference_id } }),
  events: whole(['agenda', 'events'], 'listEvents', { params: { conference_id, limit: 50 } }),
  myEvents: whole(['state', 'events'], 'listMyEvents'),
  kept: whole(['state', 'kept'], 'listMyAgenda'),
  myQuests: whole(['quests', 'mine'], 'listMyQuests'),
};
/** Read when it is wanted, and again at once where it was kept: the opening sends nothing for it. */
export const ticket = {
  ...read(['state', 'ticket'], 'getMyConferenceTicket', { params }),
  staleTime: 0,
};
/** Read with the first session or person: whose account each of the speakers is. */
export const speakers = whole(['agenda', 'speakers'], 'listConferenceSpeakers', {
  params: { id: conference_id, limit: 100 },
});
export const connections = pages(['people', 'connected'], (next) =>
  api.call('listConnectedUsers', { params: next }),
);
export const requested = pages(['people', 'requested'], (next) =>
  api.call('listReceivedConnectionRequests', { params: next }),
);
export const inbox = pages(['inbox'], (next) => api.call('listNotifications', { params: next }));

/** Before a screen asks for it: all is on its way after the sign-in, and each tab opens at once. */
export function readAll(): void {
  for (const one of Object.values(reads)) {
    void queries.prefetchQuery<unknown>({ ...one, staleTime: 0 });
  }
  void queries.prefetchInfiniteQuery(inbox);
}

export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.code !== 'NETWORK' ? error.message : t('state.offline');
