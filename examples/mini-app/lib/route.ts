import type { OpenedStart, Target } from '@hallway/client';
import { signal } from './signal.ts';

type Tab = 'agenda' | 'people' | 'code' | 'quests' | 'inbox';
/**
 * What is open. An id is of an agenda item (`agenda`, `session`), an event, a page, a person or a quest; `code`
 * is what a link brought along.
 */
export interface Route {
  readonly screen: Tab | 'session' | 'event' | 'pages' | 'claim' | 'seat';
  readonly id?: number;
  readonly task?: number;
  readonly code?: string;
  /** Of the tab of codes. */
  readonly part?: 'ticket' | 'mine' | 'scan';
  /** Whose mark the map highlights. */
  readonly room?: string;
}

// In the history without an address: the hash is the messenger's, and a reload shows the same again.
export const route = signal<Route>(history.state ?? { screen: 'agenda' });
export const isReloaded = history.state !== null;
addEventListener('popstate', ({ state }) => route.set(state ?? { screen: 'agenda' }));

export function go(to: Route): void {
  history.pushState(to, '');
  route.set(to);
  scrollTo(0, 0);
}

const SCREENS = {
  event: 'event',
  conference: 'agenda',
  agenda_item: 'agenda',
  user: 'people',
  meet: 'people',
  quest: 'quests',
  task: 'quests',
  claim: 'claim',
  notification: 'inbox',
  meeting: undefined,
  page: 'pages',
} as const;
/** The screen of a link or a notification; undefined for a page that this app does not have. */
export function routeOf(target: Target | OpenedStart | null): Route | undefined {
  if (!target) return undefined;
  const { kind, id } = target;
  const screen = SCREENS[kind];
  const code = 'code' in target ? target.code : undefined;
  const isOfTab = screen === 'inbox' || kind === 'conference' || kind === 'claim';
  return (
    screen && {
      screen,
      ...(!isOfTab && (kind === 'task' ? { task: id } : { id })),
      ...(code && { code }),
    }
  );
}
