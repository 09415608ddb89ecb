import { ApiError, Client, launchData } from '@hallway/client';
import { QueryClient, useInfiniteQuery } from '@tanstack/preact-query';
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
      if (isFirst && start) {
        const target = start.available ? routeOf(start) : undefined;
        if (target) go(target);
        else say(t('start.gone'));
      }
      isFirst = false;
    },
  }),
});

export const queries = new QueryClient({
  defaultOptions: {
    // What others change arrives by the stream. The client itself repeats what may be repeated.
    queries: { staleTime: 60_000, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

// Also after an opening without a network, which is no change for the cache.
addEventListener('online', () => void queries.invalidateQueries());

/** All rows of a list that one person has: pages of 20 until the last. */
async function all<R>(rows: AsyncIterable<R>): Promise<readonly R[]> {
  const found: R[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

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
  queryKey: readonly string[],
  read: (next: Next) => Promise<P>,
) => ({
  queryKey,
  queryFn: ({ pageParam }: { pageParam: Next }) => read(pageParam),
  initialPageParam: {},
  // A list has a cursor or pages by number, and where counting costs too much no total.
  getNextPageParam: ({ pagination: { next_cursor, page = 1, pages: last = 1 } }: P) => {
    if (next_cursor) return { cursor: next_cursor };
    return page < last ? { page: page + 1 } : undefined;
  },
});
export function usePages<P extends Page<unknown>>(list: ReturnType<typeof pages<P>>) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(list);
  const rows = data?.pages.flatMap<P['data'][number]>((page) => page.data);
  return { data: rows, first: data?.pages[0], error, refetch, hasNextPage, fetchNextPage };
}

const conference_id = CONFERENCE_ID;
/** What the app reads when it opens, all at once. The first part of a key is what a change makes old. */
export const reads = {
  me: { queryKey: ['me'], queryFn: () => api.call('getMyProfile') },
  state: { queryKey: ['state'], queryFn: () => api.call('getMyState') },
  conference: {
    queryKey: ['agenda', 'conference'],
    queryFn: () => api.call('getConference', { params: { id: conference_id } }),
  },
  agenda: {
    queryKey: ['agenda', 'items'],
    queryFn: () => api.call('getAgenda', { params: { conference_id } }),
  },
  events: {
    queryKey: ['agenda', 'events'],
    queryFn: () => all(api.rows('listEvents', { params: { conference_id, limit: 50 } })),
  },
  myEvents: { queryKey: ['state', 'events'], queryFn: () => all(api.rows('listMyEvents')) },
  kept: { queryKey: ['state', 'kept'], queryFn: () => all(api.rows('listMyAgenda')) },
  myQuests: { queryKey: ['quests', 'mine'], queryFn: () => all(api.rows('listMyQuests')) },
};
/** Read when it is wanted: the opening of the app sends nothing for it. */
export const ticket = {
  queryKey: ['state', 'ticket'],
  queryFn: () => api.call('getMyConferenceTicket', { params: { conference_id } }),
  // One that was kept is read again at once.
  staleTime: 0,
};
export const connections = pages(['people', 'connected'], (params) =>
  api.call('listConnectedUsers', { params }),
);
export const requested = pages(['people', 'requested'], (params) =>
  api.call('listReceivedConnectionRequests', { params }),
);
export const inbox = pages(['inbox'], (params) => api.call('listNotifications', { params }));

/** Before a screen asks for it: all is on its way after the sign-in, and each tab opens at once. */
export function readAll(): void {
  for (const read of Object.values(reads)) {
    void queries.prefetchQuery<unknown>({ ...read, staleTime: 0 });
  }
  void queries.prefetchInfiniteQuery(inbox);
}

export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.code !== 'NETWORK' ? error.message : t('state.offline');
