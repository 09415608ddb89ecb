import type { DeliveryStatus } from './deliveries.ts';
import type { Channel } from './notifications.ts';

/** What an administrator writes to one person. */
export interface NotificationDraft {
  readonly user_id: number;
  readonly title: string;
  readonly body: string;
  readonly action_url?: string | null | undefined;
  readonly channels: readonly Channel[];
}

/** A notification to one person as administrators see it. */
export interface WrittenNotification {
  readonly id: number;
  readonly user_id: number;
  readonly type: 'message';
  readonly title: string;
  readonly body: string;
  readonly action_url: string | null;
  readonly data: Readonly<Record<string, never>>;
  readonly channels: readonly Channel[];
  /** The state of its messenger message; null where none was asked for. */
  readonly delivery: { readonly status: DeliveryStatus; readonly reason: string | null } | null;
  readonly created_at: string;
}
