import type { ListName, Name, OpenedStart, Page, Params } from '@hallway/client';
import { ApiError, Client, launchData, nextPage } from '@hallway/client';
import { rawLaunchData } from '@hallway/client/messenger';
import { QueryClient } from '@tanstack/preact-query';
import { say } from '../parts.tsx';
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
  credentials: launchData(rawLaunchData, {
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

/** What a read is about: a change makes all that is about the same old. */
export type Topic = 'agenda' | 'code' | 'event' | 'inbox' | 'me' | 'people' | 'quests' | 'state';
/** A call whose answer is kept. */
export const read = <N extends Name>(topic: Topic, ...call: Parameters<typeof api.call<N>>) => ({
  queryKey: [topic, ...call],
  queryFn: () => api.call<N>(...call),
});
/** A list that one person has, to its end. */
export const all = <N extends ListName>(topic: Topic, ...call: Parameters<typeof api.rows<N>>) => ({
  queryKey: [topic, ...call],
  queryFn: () => Array.fromAsync(api.rows<N>(...call)),
});
/** A list that can be long: its first page, and one more each time that the reader wants it. */
export const pages = <N extends ListName>(topic: Topic, name: N, params?: Params<N>) => ({
  queryKey: [topic, name, params],
  queryFn: ({ pageParam }: { pageParam: object }) => api.page(name, { ...params, ...pageParam }),
  initialPageParam: {},
  getNextPageParam: nextPage,
  select: (list: { readonly pages: readonly Page<N>[] }) => ({
    first: list.pages[0],
    rows: list.pages.flatMap(({ data }) => data),
  }),
});

/** What a call of this conference begins with. */
export const HERE = { params: { conference_id: CONFERENCE_ID } };
const conference = { params: { id: CONFERENCE_ID } };
/** What the app reads when it opens, all at once. */
export const reads = {
  me: read('me', 'getMyProfile'),
  state: read('state', 'getMyState'),
  conference: read('agenda', 'getConference', conference),
  agenda: read('agenda', 'getAgenda', HERE),
  announcements: all('agenda', 'listAnnouncements', conference),
  events: all('agenda', 'listEvents', { params: { ...HERE.params, limit: 50 } }),
  myEvents: all('state', 'listMyEvents'),
  kept: all('state', 'listMyAgenda'),
  myQuests: all('quests', 'listMyQuests'),
};
/** What is read with the first screen that shows it. */
export const later = {
  inbox: pages('inbox', 'listNotifications'),
  connections: pages('people', 'listConnectedUsers'),
  requested: pages('people', 'listReceivedConnectionRequests'),
  pages: all('agenda', 'listConferencePages', HERE),
  suggested: pages('people', 'listRecommendedUsers'),
  running: pages('quests', 'listQuests', { ...HERE.params, state: 'running' }),
  /** Whose account each of the speakers is. */
  speakers: all('agenda', 'listConferenceSpeakers', {
    params: { ...conference.params, limit: 100 },
  }),
  /** Read again at once where it was kept. */
  ticket: { ...read('state', 'getMyConferenceTicket', HERE), staleTime: 0 },
};

/** What the reader asked, voted for and rated in a session. */
export const ownIn = (agenda_item_id: number) =>
  read('state', 'getMyState', { params: { agenda_item_id } });

/** Before a screen asks for it: all is on its way after the sign-in, and each tab opens at once. */
export function readFirst(): void {
  for (const one of Object.values(reads)) {
    void queries.prefetchQuery<unknown>({ ...one, staleTime: 0 });
  }
  void queries.prefetchInfiniteQuery(later.inbox);
}

export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.code !== 'NETWORK' ? error.message : t('state.offline');
