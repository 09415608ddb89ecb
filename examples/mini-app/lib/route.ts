import type { OpenedStart, Target } from '@hallway/client';
import { signal } from './signal.ts';

/** What is open. An id is of an agenda item, an event, a person or a quest; `code` is what a link brought along. */
export interface Route {
  readonly screen: 'agenda' | 'event' | 'people' | 'quests' | 'inbox' | 'claim';
  readonly id?: number;
  readonly task?: number;
  readonly code?: string;
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

/** The screen of a link or a notification; undefined for a page that this app does not have. */
export function routeOf(target: Target | OpenedStart): Route | undefined {
  const { kind, id } = target;
  const code = 'code' in target ? target.code : undefined;
  switch (kind) {
    case 'event':
      return { screen: 'event', id };
    case 'conference':
      return { screen: 'agenda' };
    case 'agenda_item':
      return { screen: 'agenda', id };
    case 'user':
      return { screen: 'people', id };
    case 'meet':
      return { screen: 'people', id, ...(code && { code }) };
    case 'quest':
      return { screen: 'quests', id };
    case 'task':
      return { screen: 'quests', task: id, ...(code && { code }) };
    case 'claim':
      return { screen: 'claim', ...(code && { code }) };
    case 'notification':
      return { screen: 'inbox' };
    case 'meeting':
      return undefined;
  }
}
