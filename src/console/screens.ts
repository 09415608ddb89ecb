import type { FunctionComponent } from 'preact';
import { lazy } from 'preact/compat';
import type { Scope } from './lib/access.ts';
import type { Conference } from './lib/conference.ts';
import { withTexts } from './lib/text.ts';
import type { IconName } from './parts/icon.tsx';

/** A page that is loaded with its texts when it is opened. */
const page = <M, N extends keyof M>(
  load: () => Promise<M>,
  name: N,
  ...texts: Parameters<typeof withTexts> extends [unknown, ...infer T] ? T : never
) => lazy(() => withTexts(load(), ...texts).then((file) => file[name] as M[N] & FunctionComponent));

/** The groups of the menu, in their order. */
export const GROUPS = ['today', 'decisions', 'program', 'service'] as const;

/** Every screen: its address below the conference, and the scope without which it is not shown. */
export const SCREENS = [
  {
    name: 'overview',
    group: 'today',
    icon: 'layout-dashboard',
    scope: 'content:read',
    Page: page(() => import('./screens/overview.tsx'), 'Overview', 'attendees', 'overview'),
  },
  {
    name: 'door',
    group: 'today',
    icon: 'scan-line',
    scope: 'door:check-in',
    Page: page(() => import('./screens/door.tsx'), 'Door', 'attendees', 'door'),
  },
  {
    name: 'attendees',
    group: 'today',
    icon: 'users',
    scope: 'attendees:read',
    Page: page(
      () => import('./screens/attendees.tsx'),
      'Attendees',
      'attendees',
      'broadcasts',
      'events',
      'people',
    ),
  },
  {
    name: 'broadcasts',
    group: 'today',
    icon: 'megaphone',
    scope: 'broadcasts:read',
    Page: page(
      () => import('./screens/broadcasts.tsx'),
      'Broadcasts',
      'attendees',
      'broadcasts',
      'people',
    ),
  },
  {
    name: 'stage',
    group: 'today',
    icon: 'smartphone',
    scope: 'questions:read',
    Page: page(() => import('./screens/stage.tsx'), 'Stage', 'agenda'),
  },
  {
    name: 'moderation',
    group: 'decisions',
    icon: 'shield-check',
    scope: ['content:write', 'quests:review', 'reports:read'],
    Page: page(
      () => import('./screens/moderation.tsx'),
      'Moderation',
      'attendees',
      'events',
      'service',
    ),
  },
  {
    name: 'review',
    group: 'decisions',
    icon: 'badge-check',
    scope: 'quests:review',
    Page: page(() => import('./screens/review.tsx'), 'Review', 'service'),
  },
  {
    name: 'feedback',
    group: 'decisions',
    icon: 'message-square-text',
    scope: 'feedback:read',
    Page: page(() => import('./screens/feedback.tsx'), 'Feedback', 'events', 'service'),
  },
  {
    name: 'agenda',
    group: 'program',
    icon: 'calendar-days',
    scope: 'content:read',
    Page: page(() => import('./screens/agenda.tsx'), 'Agenda', 'agenda', 'events', 'people'),
  },
  {
    name: 'speakers',
    group: 'program',
    icon: 'mic',
    scope: 'content:read',
    Page: page(() => import('./screens/speakers.tsx'), 'Speakers', 'agenda', 'speakers'),
  },
  {
    name: 'pages',
    group: 'program',
    icon: 'info',
    scope: 'content:read',
    Page: page(() => import('./screens/pages.tsx'), 'Pages', 'pages'),
  },
  {
    name: 'events',
    group: 'program',
    icon: 'ticket',
    scope: 'content:read',
    Page: page(
      () => import('./screens/events.tsx'),
      'Events',
      'attendees',
      'broadcasts',
      'events',
      'people',
    ),
  },
  {
    name: 'quests',
    group: 'program',
    icon: 'compass',
    scope: 'quests:read',
    Page: page(() => import('./screens/quests.tsx'), 'Quests', 'quests'),
  },
  {
    name: 'conferences',
    group: 'service',
    icon: 'building-2',
    scope: 'content:read',
    Page: page(
      () => import('./screens/conferences.tsx'),
      'Conferences',
      'conferences',
      'events',
      'overview',
    ),
  },
  {
    name: 'registration',
    group: 'service',
    icon: 'id-card',
    scope: 'attendees:read',
    Page: page(
      () => import('./screens/registration.tsx'),
      'Registration',
      'forms',
      'registration',
      'ticket-types',
    ),
  },
  {
    name: 'people',
    group: 'service',
    icon: 'contact-round',
    scope: 'people:read',
    Page: page(() => import('./screens/people.tsx'), 'People', 'attendees', 'broadcasts', 'people'),
  },
  {
    name: 'media',
    group: 'service',
    icon: 'image',
    scope: 'media:read',
    Page: page(() => import('./screens/media.tsx'), 'Media', 'service'),
  },
  {
    name: 'keys',
    group: 'service',
    icon: 'key-round',
    scope: 'keys:manage',
    Page: page(() => import('./screens/keys.tsx'), 'Keys', 'keys'),
  },
  {
    name: 'webhooks',
    group: 'service',
    icon: 'webhook',
    scope: 'webhooks:read',
    Page: page(() => import('./screens/webhooks.tsx'), 'Webhooks', 'keys', 'webhooks'),
  },
  {
    name: 'partner',
    group: 'service',
    icon: 'handshake',
    scope: 'partner:read',
    Page: page(() => import('./screens/partner.tsx'), 'Partner', 'people', 'service'),
  },
  {
    name: 'audit',
    group: 'service',
    icon: 'history',
    scope: 'audit:read',
    // It names the fields of each form by the texts of its screen.
    Page: page(
      () => import('./screens/audit.tsx'),
      'Audit',
      'agenda',
      'broadcasts',
      'conferences',
      'events',
      'pages',
      'people',
      'quests',
      'service',
      'speakers',
      'ticket-types',
    ),
  },
  {
    name: 'operation',
    group: 'service',
    icon: 'activity',
    scope: 'operations:read',
    Page: page(() => import('./screens/operation.tsx'), 'Operation', 'people', 'service'),
  },
] as const satisfies readonly Screen[];

declare const STRICT: boolean;
/** Every part of the screens, in development. */
export const Parts = STRICT
  ? page(() => import('./screens/parts.tsx'), 'Parts', 'overview')
  : undefined;

/** A screen without the frame, which goes on without a session. */
export const Board = page(() => import('./screens/board.tsx'), 'Board', 'agenda', 'quests');

interface Screen {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon: IconName;
  /** One of them is enough. */
  readonly scope: Scope | readonly Scope[];
  readonly Page: FunctionComponent<{ conference: Conference }>;
}
