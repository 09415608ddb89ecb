import type { FunctionComponent } from 'preact';
import { lazy } from 'preact/compat';
import type { Scope } from './lib/access.ts';
import type { Conference } from './lib/conference.ts';
import { withTexts } from './lib/text.ts';

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
    scope: ['content:write', 'quests:review', 'reports:read'],
    Page: lazy(() => import('./screens/moderation.tsx').then((file) => file.Moderation)),
  },
  {
    name: 'review',
    group: 'event',
    icon: '★',
    scope: 'quests:review',
    Page: lazy(() =>
      withTexts(import('./screens/review.tsx'), 'service').then((file) => file.Review),
    ),
  },
  {
    name: 'broadcasts',
    group: 'event',
    icon: '✉',
    scope: 'broadcasts:read',
    Page: lazy(() => import('./screens/broadcasts.tsx').then((file) => file.Broadcasts)),
  },
  {
    name: 'feedback',
    group: 'event',
    icon: '✎',
    scope: 'feedback:read',
    Page: lazy(() =>
      withTexts(import('./screens/feedback.tsx'), 'service').then((file) => file.Feedback),
    ),
  },
  {
    name: 'agenda',
    group: 'program',
    icon: '▤',
    scope: 'content:read',
    Page: lazy(() =>
      withTexts(import('./screens/agenda.tsx'), 'agenda').then((file) => file.Agenda),
    ),
  },
  {
    name: 'speakers',
    group: 'program',
    icon: '♫',
    scope: 'content:read',
    Page: lazy(() =>
      withTexts(import('./screens/speakers.tsx'), 'speakers').then((file) => file.Speakers),
    ),
  },
  {
    name: 'events',
    group: 'program',
    icon: '◷',
    scope: 'content:read',
    Page: lazy(() => import('./screens/events.tsx').then((file) => file.Events)),
  },
  {
    name: 'quests',
    group: 'program',
    icon: '✦',
    scope: 'quests:read',
    Page: lazy(() =>
      withTexts(import('./screens/quests.tsx'), 'quests').then((file) => file.Quests),
    ),
  },
  {
    name: 'conferences',
    group: 'service',
    icon: '◈',
    scope: 'content:read',
    Page: lazy(() =>
      withTexts(import('./screens/conferences.tsx'), 'conferences').then(
        (file) => file.Conferences,
      ),
    ),
  },
  {
    name: 'people',
    group: 'service',
    icon: '☺',
    scope: 'people:read',
    Page: lazy(() => import('./screens/people.tsx').then((file) => file.People)),
  },
  {
    name: 'media',
    group: 'service',
    icon: '▧',
    scope: 'media:read',
    Page: lazy(() =>
      withTexts(import('./screens/media.tsx'), 'service').then((file) => file.Media),
    ),
  },
  {
    name: 'audit',
    group: 'service',
    icon: '≡',
    scope: 'audit:read',
    // It names the fields of each form by the texts of its screen.
    Page: lazy(() =>
      withTexts(import('./screens/audit.tsx'), 'quests', 'speakers', 'conferences').then(
        (file) => file.Audit,
      ),
    ),
  },
  {
    name: 'partner',
    group: 'service',
    icon: '◇',
    scope: 'partner:read',
    Page: lazy(() =>
      withTexts(import('./screens/partner.tsx'), 'service').then((file) => file.Partner),
    ),
  },
  {
    name: 'operation',
    group: 'service',
    icon: '⚙',
    scope: 'operations:read',
    Page: lazy(() =>
      withTexts(import('./screens/operation.tsx'), 'service').then((file) => file.Operation),
    ),
  },
  {
    name: 'keys',
    group: 'service',
    icon: '◇',
    scope: 'keys:manage',
    Page: lazy(() => withTexts(import('./screens/keys.tsx'), 'keys').then((file) => file.Keys)),
  },
] as const satisfies readonly Screen[];

/** A screen without the frame, which goes on without a session. */
export const Board = lazy(() => import('./screens/board.tsx').then((file) => file.Board));

interface Screen {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon: string;
  /** One of them is enough. */
  readonly scope: Scope | readonly Scope[];
  readonly Page: FunctionComponent<{ conference: Conference }>;
}
