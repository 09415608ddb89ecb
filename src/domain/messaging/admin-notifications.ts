import type { DeliveryStatus } from './deliveries.ts';
import type { Channel } from './notifications.ts';
import type { StartTarget } from './start-parameters.ts';

/** A notification that an administrator sends to one user. */
export interface NotificationDraft {
  readonly user_id: number;
  readonly title: string;
  readonly body: string;
  readonly action_url?: string | null | undefined;
  readonly start?: StartTarget | null | undefined;
  readonly channels: readonly Channel[];
}

/** A sent notification as administrators see it. */
export interface WrittenNotification {
  readonly id: number;
  readonly user_id: number;
  readonly type: 'message';
  readonly title: string;
  readonly body: string;
  readonly action_url: string | null;
  readonly start: StartTarget | null;
  readonly data: Readonly<Record<string, never>>;
  readonly channels: readonly Channel[];
  /** The state of the messenger message; null without the channel `messenger`. */
  readonly delivery: { readonly status: DeliveryStatus; readonly reason: string | null } | null;
  readonly created_at: string;
}
