import { insufficientScope } from '../../errors.ts';
import { type Granted, missingScope } from '../administration/administrators.ts';
import type { Scope } from '../administration/scopes.ts';

interface Kind {
  /** Each of them suffices, unless a change says which one it needs. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /** Whether its items name users. Its receivers learn of erasures, too. */
  readonly namesUsers: boolean;
}

/** What an endpoint can listen to, with the scopes that its owner needs. */
export const WEBHOOK_KINDS = {
  'attendance.changed': { scopes: ['attendees:read'], namesUsers: true },
  'check_in.changed': { scopes: ['door:read', 'attendees:read'], namesUsers: true },
  'registration_request.changed': {
    scopes: ['attendees:read', 'quests:read'],
    namesUsers: true,
  },
  'conference.changed': { scopes: ['content:read'], namesUsers: false },
  'event.changed': { scopes: ['content:read'], namesUsers: false },
  'agenda_item.changed': { scopes: ['content:read'], namesUsers: false },
  'speaker.changed': { scopes: ['content:read'], namesUsers: false },
  'submission.changed': { scopes: ['quests:read'], namesUsers: true },
  'quest.completed': { scopes: ['quests:read'], namesUsers: true },
  'broadcast.changed': { scopes: ['broadcasts:read'], namesUsers: false },
  'feedback.changed': { scopes: ['feedback:read'], namesUsers: false },
  'source.run': { scopes: ['content:read', 'attendees:read'], namesUsers: false },
} as const satisfies Readonly<Record<string, Kind>>;

export type WebhookKind = keyof typeof WEBHOOK_KINDS;

/** `Object.keys` loses the type of the keys. */
export const WEBHOOK_KIND_NAMES = Object.keys(WEBHOOK_KINDS) as WebhookKind[];

export const KINDS_WITH_USERS: readonly WebhookKind[] = WEBHOOK_KIND_NAMES.filter(
  (kind) => WEBHOOK_KINDS[kind].namesUsers,
);

/** What messages are about; the last two are not chosen. */
export const MESSAGE_KINDS = [...WEBHOOK_KIND_NAMES, 'user.erased', 'webhook.test'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The items of the kinds that services write with all of their fields. */
export interface WrittenItems {
  'feedback.changed': {
    readonly id: number;
    readonly status: string;
    readonly is_rating: boolean;
    readonly rating: number | null;
    readonly agenda_item_id: number | null;
  };
  'source.run': { readonly source_id: number; readonly run_id: number; readonly status: string };
}

/** Whether these rights show a kind, and of it what needs `scope`. */
export function showsKind(
  granted: readonly Granted[],
  kind: MessageKind,
  scope: string | null = null,
): boolean {
  if (kind === 'user.erased' || kind === 'webhook.test') return true;
  const scopes = WEBHOOK_KINDS[kind].scopes.filter((one) => scope === null || one === scope);
  return scopes.some((one) => missingScope(granted, [one]) === undefined);
}

/**
 * Refuses to show a message of a kind, or what of it needs `scope`.
 * @throws AppError FORBIDDEN, which names the missing scope
 */
export function checkShowsKind(
  granted: readonly Granted[],
  kind: MessageKind,
  scope: string | null = null,
): void {
  if (showsKind(granted, kind, scope)) return;
  throw insufficientScope(scope ?? WEBHOOK_KINDS[kind as WebhookKind].scopes[0]);
}
