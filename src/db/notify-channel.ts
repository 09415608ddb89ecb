/** The LISTEN/NOTIFY channel that carries the ids of users whose notifications changed. */
export const NOTIFY_CHANNEL = 'hallway_notifications';

/** Above this number the payload is `*`: PostgreSQL limits a payload to 8,000 bytes. */
const MAX_IDS = 400;

/**
 * SQL that sends one NOTIFY when the transaction commits. The payload holds the ids in
 * `notified (user_id)`, separated by commas, or `*` above `MAX_IDS`. Without ids it sends nothing.
 */
export const NOTIFY = `(
  select pg_notify('${NOTIFY_CHANNEL}', case when users.count <= ${MAX_IDS} then users.ids else '*' end)
    from (select count(*) as count, string_agg(user_id::text, ',') as ids from notified) as users
   where users.count > 0
)`;
