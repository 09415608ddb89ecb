import type { FunctionComponent } from 'preact';
import { lazy } from 'preact/compat';
import type { Scope } from './lib/access.ts';
import type { Conference } from './lib/conference.ts';

/** The groups of the menu, in their order. */
export const GROUPS = ['event', 'program', 'service'] as const;

/** Every screen: its address below the conference, and the scope without which it is not shown. */
export const SCREENS = [
  {
    name: 'overview',
    group: 'event',
    icon: '◔',
    scope: 'content:read',
    Page: lazy(() => import('./screens/overview.tsx').then((file) => file.Overview)),
  },
  {
    name: 'door',
    group: 'event',
    icon: '▣',
    scope: 'door:check-in',
    Page: lazy(() => import('./screens/door.tsx').then((file) => file.Door)),
  },
  {
    name: 'attendees',
    group: 'event',
    icon: '☰',
    scope: 'attendees:read',
    Page: lazy(() => import('./screens/attendees.tsx').then((file) => file.Attendees)),
  },
  {
    name: 'moderation',
    group: 'event',
    icon: '✓',
    scope: 'content:write',
    Page: lazy(() => import('./screens/moderation.tsx').then((file) => file.Moderation)),
  },
  {
    name: 'review',
    group: 'event',
    icon: '★',
    scope: 'quests:review',
    Page: lazy(() => import('./screens/review.tsx').then((file) => file.Review)),
  },
  {
    name: 'broadcasts',
    group: 'event',
    icon: '✉',
    scope: 'broadcasts:read',
    Page: lazy(() => import('./screens/broadcasts.tsx').then((file) => file.Broadcasts)),
  },
  {
    name: 'agenda',
    group: 'program',
    icon: '▤',
    scope: 'content:read',
    Page: lazy(() => import('./screens/agenda.tsx').then((file) => file.Agenda)),
  },
  {
    name: 'keys',
    group: 'service',
    icon: '⚿',
    scope: 'keys:manage',
    Page: lazy(() => import('./screens/keys.tsx').then((file) => file.Keys)),
  },
] as const satisfies readonly Screen[];

interface Screen {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon: string;
  readonly scope: Scope;
  readonly Page: FunctionComponent<{ conference: Conference }>;
}
