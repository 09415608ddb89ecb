/**
 * SQL for whether another broadcast of a conference has reached a user within its gap. Recalled ones do not
 * count, nor do messages that are of no broadcast.
 *
 * @param conference the alias of the conference
 * @param except SQL for the job of which no message counts; by default none
 */
export const reachedWithinGap = (
  { user, conference, now }: { user: string; conference: string; now: string },
  except = 'null',
) => `exists (
  select from deliveries o join notification_jobs oj on oj.id = o.job_id
   where o.user_id = ${user} and o.status = 'sent' and o.job_id is distinct from ${except}
     and o.answered_at > ${now} - ${conference}.broadcast_gap_minutes * interval '1 minute'
     and oj.audience_conference_id = ${conference}.id and oj.recalled_at is null)`;

/** SQL for whether a message of `job` comes too soon for a user, by the frequency cap of its conference. */
export const tooSoon = ({ user, job, now }: { user: string; job: string; now: string }) => `(
  ${job}.id is not null and not ${job}.ignore_gap and exists (
    select from conferences gc
     where gc.id = ${job}.audience_conference_id and gc.broadcast_gap_minutes > 0
       and ${reachedWithinGap({ user, conference: 'gc', now }, `${job}.id`)}))`;
