import { OnDatabase } from '../../db/on-database.ts';
import { anchorColumns, type RelativeTime } from '../../domain/messaging/relative-times.ts';
import { notHidden } from '../programme/conferences.sql.ts';
import { anchoredTo, CONFERENCE_START, RELATIVE_TIME } from './broadcasts.sql.ts';

/** SQL for whether what a conference or an event broadcasts are relative to takes place in public. */
const TAKES_PLACE = {
  conferences: `status not in ('draft', 'cancelled')`,
  events: `status = 'approved' and ${notHidden('conference_id')}`,
} as const;

/** SQL for whether the anchor of a job takes place. */
const HAS_ANCHOR = `(
  exists (select from conferences where id = anchor_conference_id and ${TAKES_PLACE.conferences})
  or exists (select from events where id = anchor_event_id and ${TAKES_PLACE.events}))`;

const IS_ANCHORED = `anchor is not null and status = 'scheduled'`;

/** Broadcasts whose time is relative to a conference or an event. */
export class AnchoredBroadcastsRepository extends OnDatabase {
  /** The time that it means now; undefined if its anchor does not take place in public. */
  async findTime(time: RelativeTime): Promise<string | undefined> {
    return this.#time(time, '');
  }

  /** As `findTime`, with the anchor locked FOR SHARE. Lock the job before. */
  async lockTime(time: RelativeTime): Promise<string | undefined> {
    return this.#time(time, 'for share');
  }

  /** Stores the times of scheduled jobs whose anchor has moved. Returns their ids. */
  async updateTimes(): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `update notification_jobs set scheduled_at = ${RELATIVE_TIME}
        where id = any(array(
          select id from notification_jobs
           where ${IS_ANCHORED} and ${RELATIVE_TIME} <> scheduled_at
           order by id for update skip locked))
       returning id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Ids of scheduled jobs that are due, or whose anchor does not take place. */
  async listDue(now: string): Promise<number[]> {
    return this.db('notification_jobs')
      .whereRaw(IS_ANCHORED)
      .whereRaw(`(coalesce(${RELATIVE_TIME}, scheduled_at) <= :now or not ${HAS_ANCHOR})`, { now })
      .orderBy('id')
      .pluck('id');
  }

  /** Makes a scheduled job a draft that missed its time. Raises the version. */
  async updateMissed(id: number): Promise<void> {
    await this.db('notification_jobs')
      .where({ id })
      .update({
        status: 'draft',
        missed_at: this.db.fn.now(3),
        submitted_at: null,
        content_hash: null,
        version: this.db.raw('version + 1'),
      });
  }

  async #time(time: RelativeTime, lock: '' | 'for share'): Promise<string | undefined> {
    const { anchor, anchor_seconds, anchor_conference_id, anchor_event_id } = anchorColumns(time);
    const isOfEvent = anchor_event_id !== null;
    const table = isOfEvent ? 'events' : 'conferences';
    const starts = isOfEvent ? 'starts_at' : CONFERENCE_START;
    const { rows } = await this.db.raw<{ rows: { at: string }[] }>(
      `select ${anchoredTo(starts, 'ends_at', 'given')} as at
         from ${table}, (select :anchor::text as anchor, :seconds::integer as anchor_seconds) as given
        where id = :id and ${TAKES_PLACE[table]} ${lock && `${lock} of ${table}`}`,
      { anchor, seconds: anchor_seconds, id: anchor_event_id ?? anchor_conference_id },
    );
    return rows[0]?.at;
  }
}
