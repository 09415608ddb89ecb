import { ALL_USERS, MAX_NAMED_USERS, WITH_MESSAGES } from '../domain/messaging/notify-payload.ts';

/** The LISTEN/NOTIFY channel that carries the ids of users whose notifications changed. */
export const NOTIFY_CHANNEL = 'hallway_notifications';

/** The columns of `notifiedColumn`. */
export interface NotifiedRow {
  readonly notified: string | null;
}

/**
 * SQL for a payload with the users in `notified (user_id)`; null without users. A repository reports
 * it, and a NOTIFY follows the commit.
 * @param queuesMessages SQL for whether messages were queued, which wakes the workers
 */
export const notifiedColumn = (queuesMessages = 'false'): string => `(
  select case when users.count <= ${MAX_NAMED_USERS} then users.ids else '${ALL_USERS}' end
      || case when ${queuesMessages} then ',${WITH_MESSAGES}' else '' end
    from (select count(*) as count, string_agg(user_id::text, ',') as ids from notified) as users
   where users.count > 0
) as notified`;
