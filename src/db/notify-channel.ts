/** The channel of LISTEN and NOTIFY on which processes tell each other who has something new. */
export const NOTIFY_CHANNEL = 'hallway_notifications';

/** More people than this are not named one by one; a signal holds at most 8,000 bytes. */
const MOST_NAMED = 400;

/**
 * SQL that tells all processes, once the transaction commits, whose notifications changed: the
 * people in `notified (user_id)`, as ids with commas in between, or as `*` where they are too many to be
 * named. However many they are, it is one signal; nothing is told of nobody.
 */
export const NOTIFY = `(
  select pg_notify('${NOTIFY_CHANNEL}', case when people.count <= ${MOST_NAMED} then people.ids else '*' end)
    from (select count(*) as count, string_agg(user_id::text, ',') as ids from notified) as people
   where people.count > 0
)`;
