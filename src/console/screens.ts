import type { FunctionComponent } from 'preact';
import { lazy } from 'preact/compat';
import type { Scope } from './lib/access.ts';
import type { Conference } from './lib/conference.ts';
import { withTexts } from './lib/text.ts';
import type { IconName } from './parts/icon.tsx';

/** The groups of the menu, in their order. */
export const GROUPS = ['today', 'decisions', 'program', 'service'] as const;

/** Every screen: its address below the conference, and the scope without which it is not shown. */
export const SCREENS = [
  {
    name: 'overview',
    group: 'today',
    icon: 'layout-dashboard',
    scope: 'content:read',
    Page: lazy(() =>
      withTexts(import('./screens/overview.tsx'), 'attendees', 'overview').then(
        (file) => file.Overview,
      ),
    ),
  },
  {
    name: 'door',
    group: 'today',
    icon: 'scan-line',
    scope: 'door:check-in',
    Page: lazy(() =>
      withTexts(import('./screens/door.tsx'), 'attendees', 'door').then((file) => file.Door),
    ),
  },
  {
    name: 'attendees',
    group: 'today',
    icon: 'users',
    scope: 'attendees:read',
    Page: lazy(() =>
      withTexts(
        import('./screens/attendees.tsx'),
        'attendees',
        'broadcasts',
        'events',
        'people',
      ).then((file) => file.Attendees),
    ),
  },
  {
    name: 'broadcasts',
    group: 'today',
    icon: 'megaphone',
    scope: 'broadcasts:read',
    Page: lazy(() =>
      withTexts(import('./screens/broadcasts.tsx'), 'attendees', 'broadcasts', 'people').then(
        (file) => file.Broadcasts,
      ),
    ),
  },
  {
    name: 'stage',
    group: 'today',
    icon: 'smartphone',
    scope: 'questions:read',
    Page: lazy(() => withTexts(import('./screens/stage.tsx'), 'agenda').then((file) => file.Stage)),
  },
  {
    name: 'moderation',
    group: 'decisions',
    icon: 'shield-check',
    scope: ['content:write', 'quests:review', 'reports:read'],
    Page: lazy(() =>
      withTexts(import('./screens/moderation.tsx'), 'events', 'service').then(
        (file) => file.Moderation,
      ),
    ),
  },
  {
    name: 'review',
    group: 'decisions',
    icon: 'badge-check',
    scope: 'quests:review',
    Page: lazy(() =>
      withTexts(import('./screens/review.tsx'), 'service').then((file) => file.Review),
    ),
  },
  {
    name: 'feedback',
    group: 'decisions',
    icon: 'message-square-text',
    scope: 'feedback:read',
    Page: lazy(() =>
      withTexts(import('./screens/feedback.tsx'), 'events', 'service').then(
        (file) => file.Feedback,
      ),
    ),
  },
  {
    name: 'agenda',
    group: 'program',
    icon: 'calendar-days',
    scope: 'content:read',
    Page: lazy(() =>
      withTexts(import('./screens/agenda.tsx'), 'agenda', 'events', 'people').then(
        (file) => file.Agenda,
      ),
    ),
  },
  {
    name: 'speakers',
    group: 'program',
    icon: 'mic',
    scope: 'content:read',
    Page: lazy(() =>
      withTexts(import('./screens/speakers.tsx'), 'agenda', 'speakers').then(
        (file) => file.Speakers,
      ),
    ),
  },
  {
    name: 'pages',
    group: 'program',
    icon: 'info',
    scope: 'content:read',
    Page: lazy(() => withTexts(import('./screens/pages.tsx'), 'pages').then((file) => file.Pages)),
  },
  {
    name: 'events',
    group: 'program',
    icon: 'ticket',
    scope: 'content:read',
    Page: lazy(() =>
      withTexts(import('./screens/events.tsx'), 'attendees', 'broadcasts', 'events', 'people').then(
        (file) => file.Events,
      ),
    ),
  },
  {
    name: 'quests',
    group: 'program',
    icon: 'compass',
    scope: 'quests:read',
    Page: lazy(() =>
      withTexts(import('./screens/quests.tsx'), 'quests').then((file) => file.Quests),
    ),
  },
  {
    name: 'conferences',
    group: 'service',
    icon: 'building-2',
    scope: 'content:read',
    Page: lazy(() =>
      withTexts(import('./screens/conferences.tsx'), 'conferences', 'events', 'overview').then(
        (file) => file.Conferences,
      ),
    ),
  },
  {
    name: 'people',
    group: 'service',
    icon: 'contact-round',
    scope: 'people:read',
    Page: lazy(() =>
      withTexts(import('./screens/people.tsx'), 'attendees', 'broadcasts', 'people').then(
        (file) => file.People,
      ),
    ),
  },
  {
    name: 'media',
    group: 'service',
    icon: 'image',
    scope: 'media:read',
    Page: lazy(() =>
      withTexts(import('./screens/media.tsx'), 'service').then((file) => file.Media),
    ),
  },
  {
    name: 'keys',
    group: 'service',
    icon: 'key-round',
    scope: 'keys:manage',
    Page: lazy(() => withTexts(import('./screens/keys.tsx'), 'keys').then((file) => file.Keys)),
  },
  {
    name: 'partner',
    group: 'service',
    icon: 'handshake',
    scope: 'partner:read',
    Page: lazy(() =>
      withTexts(import('./screens/partner.tsx'), 'people', 'service').then((file) => file.Partner),
    ),
  },
  {
    name: 'audit',
    group: 'service',
    icon: 'history',
    scope: 'audit:read',
    // It names the fields of each form by the texts of its screen.
    Page: lazy(() =>
      withTexts(
        import('./screens/audit.tsx'),
        'agenda',
        'broadcasts',
        'conferences',
        'events',
        'pages',
        'people',
        'quests',
        'service',
        'speakers',
      ).then((file) => file.Audit),
    ),
  },
  {
    name: 'operation',
    group: 'service',
    icon: 'activity',
    scope: 'operations:read',
    Page: lazy(() =>
      withTexts(import('./screens/operation.tsx'), 'people', 'service').then(
        (file) => file.Operation,
      ),
    ),
  },
] as const satisfies readonly Screen[];

declare const STRICT: boolean;
/** Every part of the screens, in development. */
export const Parts = STRICT
  ? lazy(() => withTexts(import('./screens/parts.tsx'), 'overview').then((file) => file.Parts))
  : undefined;

/** A screen without the frame, which goes on without a session. */
export const Board = lazy(() =>
  withTexts(import('./screens/board.tsx'), 'agenda', 'quests').then((file) => file.Board),
);

interface Screen {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon: IconName;
  /** One of them is enough. */
  readonly scope: Scope | readonly Scope[];
  readonly Page: FunctionComponent<{ conference: Conference }>;
}
