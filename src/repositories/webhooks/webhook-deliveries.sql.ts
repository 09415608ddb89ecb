/** Longer than a call can take. After a worker was killed, another one takes its deliveries over. */
const LEASE_SECONDS = 30;
/** The deliveries of an endpoint that are sent at once, by all processes. */
const MAX_PER_ENDPOINT = 4;

/** SQL for the next deliveries of an endpoint `e` at the time `now`: of one that fails, the oldest alone. */
const NEXT = `(
  (select message_id, due_at from webhook_deliveries
    where e.status = 'active' and endpoint_id = e.id and status = 'queued' and due_at <= now
    order by due_at limit ${MAX_PER_ENDPOINT})
  union all
  (select message_id, due_at from webhook_deliveries
    where e.status = 'active' and endpoint_id = e.id and status = 'sending' and leased_until <= now
    order by due_at limit ${MAX_PER_ENDPOINT})
  union all
  (select message_id, due_at
     from (select message_id, due_at, status, leased_until from webhook_deliveries
            where e.status = 'failing' and endpoint_id = e.id and status in ('queued', 'sending')
            order by message_id limit 1) as oldest
    where case status when 'queued' then due_at else leased_until end <= now))`;

/** SQL for whether a delivery of an endpoint `e` that is off still waits. */
const WAITS = `(
  select from webhook_deliveries d
   where d.endpoint_id = e.id
     and (d.status = 'queued' or (d.status = 'sending' and d.leased_until <= now)))`;

/** SQL: whether changes are to be sent, a delivery is due, or one waits in vain. */
export const IS_DUE = `
  select exists (select from webhook_changes) or exists (
    select from webhook_endpoints e cross join clock_timestamp() as now
     where (e.status <> 'off' and exists (select from ${NEXT} as next))
        or (e.status = 'off' and exists ${WAITS})) as is_due`;

/** Ends the waiting deliveries of endpoints that are off. */
export const SKIP = `
  update webhook_deliveries d
     set status = 'skipped', reason = 'endpoint_off', run_id = null, leased_until = null
    from webhook_endpoints e cross join clock_timestamp() as now
   where e.status = 'off' and d.endpoint_id = e.id
     and (d.status = 'queued' or (d.status = 'sending' and d.leased_until <= now))`;

/** Leases the next deliveries. Skips rows that are locked, such as those whose result is recorded now. */
export const LEASE = `
  with chosen as (
    select e.id as endpoint_id, next.message_id, now
      from clock_timestamp() as now
     cross join webhook_endpoints e
     cross join lateral (
       select message_id, due_at from ${NEXT} as next
        order by due_at
        limit greatest(0, ${MAX_PER_ENDPOINT} - (
          select count(*) from webhook_deliveries
           where endpoint_id = e.id and status = 'sending' and leased_until > now))) as next
     where e.status <> 'off'
     order by next.due_at
     limit :limit
  ), locked as (
    select d.message_id, d.endpoint_id, c.now
      from webhook_deliveries d join chosen c using (endpoint_id, message_id)
     where d.status = 'queued' or (d.status = 'sending' and d.leased_until <= c.now)
       for update of d skip locked
  )
  update webhook_deliveries d
     set status = 'sending', attempts = d.attempts + 1, run_id = :run_id,
         leased_until = l.now + ${LEASE_SECONDS} * interval '1 second'
    from locked l
    join webhook_messages m on m.id = l.message_id
    join webhook_endpoints e on e.id = l.endpoint_id
   where d.message_id = l.message_id and d.endpoint_id = l.endpoint_id
  returning d.message_id, d.endpoint_id, d.attempts, d.run_id, m.body, e.url, e.secret_encrypted,
            case when e.old_secret_until > :now then e.old_secret_encrypted end
              as old_secret_encrypted`;

/** Lets the waiting deliveries of an endpoint that is back go on, ten a second, the oldest first. */
export const SPREAD = `
  update webhook_deliveries d set due_at = clock_timestamp() + w.place * interval '100 milliseconds'
    from (select message_id, row_number() over (order by message_id) as place
            from webhook_deliveries
           where endpoint_id = :endpoint_id and status in ('queued', 'sending')) as w
   where d.endpoint_id = :endpoint_id and d.message_id = w.message_id and d.status = 'queued'`;
