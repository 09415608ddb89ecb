import { ALL_USERS, WITH_MESSAGES } from '../domain/messaging/notify-payload.ts';

/** The LISTEN/NOTIFY channel that carries the ids of users whose notifications changed. */
export const NOTIFY_CHANNEL = 'hallway_notifications';

/** Above this number the payload names all users: PostgreSQL limits a payload to 8,000 bytes. */
const MAX_IDS = 400;

/**
 * SQL that sends one NOTIFY when the transaction commits. The payload holds the ids in
 * `notified (user_id)`, separated by commas, or `*` above `MAX_IDS`. Without ids it sends nothing.
 * @param queuesMessages SQL for whether messages were queued, which wakes the workers
 */
export const notify = (queuesMessages: string): string => `(
  select pg_notify('${NOTIFY_CHANNEL}',
    case when users.count <= ${MAX_IDS} then users.ids else '${ALL_USERS}' end
      || case when ${queuesMessages} then ',${WITH_MESSAGES}' else '' end)
    from (select count(*) as count, string_agg(user_id::text, ',') as ids from notified) as users
   where users.count > 0
)`;

/** As `notify`, without messages. */
export const NOTIFY = notify('false');
