import { OnDatabase } from '../../db/on-database.ts';
import { type NumberedRequest, numberedPage, type Page, queryList } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Pin, TranslatedAnnouncement } from '../../domain/messaging/announcements.ts';
import type { Broadcast } from '../../domain/messaging/broadcasts.ts';
import type { Remark } from '../../domain/reasons.ts';
import { broadcastColumns, pinColumns } from './broadcasts.sql.ts';

/** SQL for whether a user may read what is pinned for those with a seat or a place on the waitlist. */
const IS_ATTENDEE = `exists (
  select from registrations r
   where r.conference_id = pinned_conference_id and r.user_id = :user_id and r.status <> 'cancelled')`;

interface Reader {
  /** Null for an anonymous one. */
  readonly user_id: number | null;
  readonly now: string;
}

/** Broadcasts that stay on the page of their conference. Lock a job before you change its pin. */
export class AnnouncementsRepository extends OnDatabase {
  /** What is pinned to a conference and the reader may read, the newest first. */
  async list(
    conference_id: number,
    { user_id, now }: Reader,
    request: NumberedRequest,
  ): Promise<Page<TranslatedAnnouncement>> {
    const pinned = this.db('notification_jobs')
      .where({ pinned_conference_id: conference_id, recalled_at: null })
      .whereNotNull('started_at')
      .where('pinned_until', '>', now)
      .whereRaw(`(pinned_visibility = 'everyone' or ${IS_ATTENDEE})`, { user_id })
      .orderBy([
        { column: 'started_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select(
        'id',
        'title',
        'body',
        'translations',
        'action_url',
        'start',
        'started_at as sent_at',
        'pinned_until as until',
      );
    return numberedPage(queryList<TranslatedAnnouncement>(pinned), request);
  }

  /**
   * Counts the jobs that are pinned to a conference at a time, except one. Lock the conference before.
   * @param options.scheduled also counts those that are scheduled to be by then
   */
  async countPinned(
    { conference_id }: Pin,
    { at, except = null, scheduled }: { at: string; except?: number | null; scheduled: boolean },
  ): Promise<number> {
    const rows = await this.db('notification_jobs')
      .where({ pinned_conference_id: conference_id, recalled_at: null })
      .where('pinned_until', '>', at)
      .whereRaw(
        `(started_at is not null or (:scheduled and status = 'scheduled' and scheduled_at <= :at))`,
        { scheduled, at },
      )
      .whereRaw('id is distinct from ?::bigint', [except])
      .count<{ count: number }[]>('id as count');
    return onlyRow(rows).count;
  }

  /** Raises the version. */
  async updatePin(id: number, pin: Pin | null): Promise<Broadcast> {
    return this.#update(id, { ...pinColumns(pin), version: this.db.raw('version + 1') });
  }

  /** Takes the pin off a job that is about to start, and says so in its warnings. */
  async updateUnpinned(id: number, warning: Remark): Promise<void> {
    await this.#update(id, { ...pinColumns(null), warnings: JSON.stringify([warning]) });
  }

  async #update(id: number, changes: Record<string, unknown>): Promise<Broadcast> {
    const rows = await this.db('notification_jobs')
      .where({ id })
      .update(changes)
      .returning<Broadcast[]>(broadcastColumns(this.db));
    return onlyRow(rows);
  }
}
