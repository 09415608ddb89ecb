import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { checkCapacity, hasEnded } from '../../domain/attendance/attendables.ts';
import { differences } from '../../domain/changes.ts';
import type {
  ConferenceCancellationReason,
  Notified,
} from '../../domain/messaging/notifications.ts';
import {
  type Conference,
  type ConferenceChanges,
  type ConferenceInput,
  type ConferenceView,
  type ConferenceWarning,
  cancellationReason,
  conferenceView,
  conferenceWarnings,
} from '../../domain/programme/conferences.ts';
import type { Event } from '../../domain/programme/events.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { conflict, invalid, notFound, preconditionFailed } from '../../errors.ts';
import type { AdminConferencesFilter } from '../../repositories/programme/conferences.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AttendancesService } from '../attendance/attendances.service.ts';
import type { EventNotificationsService } from '../messaging/event-notifications.service.ts';
import { type Changed, change, type DryRun } from './dry-runs.service.ts';

/**
 * Deletes the quests of a conference. An interface, because quests import the programme, not the
 * reverse.
 */
export interface QuestsOfConference {
  /** Requires the lock of the conference. */
  deleteAllOf(tx: Tx, by: Administrator, conferenceId: number): Promise<void>;
}

/** A conference after a change. */
interface CheckedConference extends ConferenceView {
  readonly warnings: readonly ConferenceWarning[];
}

interface End {
  readonly reason: ConferenceCancellationReason;
  readonly events: readonly Event[];
}

interface Deps {
  readonly store: Store;
  readonly registrations: AttendancesService<Conference>;
  readonly attendances: AttendancesService<Event>;
  readonly eventNotifications: EventNotificationsService;
  readonly quests: QuestsOfConference;
  readonly now: () => Date;
}

/** Conferences for administrators, drafts included. */
export class AdminConferencesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Conferences of any status, the latest first. */
  async list(
    filter: AdminConferencesFilter,
    request: NumberedRequest,
  ): Promise<Page<ConferenceView>> {
    const now = this.#deps.now();
    const page = await this.#deps.store.search(filter.q, (read) =>
      read.conferences.listAll(filter, now.toISOString(), request),
    );
    return { ...page, rows: page.rows.map((conference) => conferenceView(conference, now)) };
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<ConferenceView> {
    return this.#view(this.#deps.store, id);
  }

  /** @throws AppError VALIDATION_ERROR if `ends_on` is before `starts_on`; CONFLICT for a taken slug */
  async create(by: Administrator, given: ConferenceInput): Promise<ConferenceView> {
    checkDays(given);

    return this.#deps.store.transaction(async (tx) => {
      const freeSlug = await tx.conferences.findFreeSlug(given.name);
      const conference = await tx.conferences.insert({ ...given, slug: given.slug ?? freeSlug });
      await tx.audit.record(by, 'conference.create', conference.id, { after: conference });
      return conferenceView({ ...conference, event_count: 0 }, this.#deps.now());
    });
  }

  /**
   * Updates the given fields; null clears one. Promotes waitlisted attendees into free seats and
   * notifies them. Speakers are published with the conference; speakers of drafts only become drafts
   * again. Unless `notify` is false, notifies attendees and those who keep agenda items when a coming
   * conference is cancelled or archived, or gets other days or another place, and the other attendees
   * of its coming events when it is cancelled. A dry run answers the same and changes nothing.
   *
   * @throws AppError VALIDATION_ERROR if `ends_on` is before `starts_on`; NOT_FOUND;
   *   PRECONDITION_FAILED; CONFLICT for a capacity below the number of held seats, and for a taken
   *   slug
   */
  async update(
    by: Administrator,
    { id, ifMatch }: Target,
    { notify = true, dry_run, ...given }: ConferenceChanges & Notified & DryRun,
  ): Promise<Changed<CheckedConference>> {
    const find = (tx: Tx) => tx.conferences.find(id);
    const work = async (tx: Tx) => {
      const conference = await this.#lock(tx, { id, ifMatch });
      const { before, after } = differences<Conference>(conference, given);
      if (Object.keys(after).length === 0) return this.#checked(tx, id);

      checkChanges(conference, after);
      const changed = await tx.conferences.update(id, after);
      // A new status or time zone affects every contained row: bump their `updated_at` for
      // `updated_since` clients.
      if ('status' in after || 'timezone' in after) {
        const inCalendars = isCancelled(conference) !== isCancelled(changed);
        await tx.conferences.updateContentTimestamps(id, { inCalendars });
      }
      if (after.show_interest === false) {
        await tx.agendaInterest.updateBands({ limit: null, conference_id: id });
      }
      if (isDraft(changed)) await tx.speakers.updateLineupToDrafts(id);
      else if (isDraft(conference)) await tx.speakers.updateLineupToPublished(id);
      await tx.audit.record(by, 'conference.update', conference.id, { before, after });
      const reason = cancellationReason(conference, changed, this.#deps.now());
      if (notify && reason) {
        const events = reason === 'cancelled' ? await tx.events.lockAllOf(id) : [];
        await this.#notifyEnd(tx, changed, { reason, events });
      } else if (notify) {
        const move = { before: conference, after: changed, now: this.#deps.now() };
        await this.#deps.eventNotifications.conferenceMoved(tx, move);
      }
      await this.#deps.registrations.promoteFromWaitlist(tx, changed);
      if (after.status === 'published') {
        // Attendees could give up seats of its events while it was cancelled.
        const events = await tx.events.lockAllOf(id);
        await this.#deps.attendances.promoteAll(
          tx,
          events.map((event) => event.id),
        );
      }
      return this.#checked(tx, id);
    };
    return change(this.#deps.store, { dry_run, find, work });
  }

  /**
   * Deletes a conference and its agenda. With `force` also deletes its events, attendees,
   * invitations and quests, whose points stay. Unless `notify` is false, notifies its attendees and
   * those who keep its agenda items if it has not ended, and the other attendees of its coming
   * events. Users whom a cancellation or archiving has notified are left out.
   *
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED; CONFLICT without `force` if it has events,
   *   attendees, open invitations or quests
   */
  async delete(
    by: Administrator,
    { id, ifMatch }: Target,
    { force, notify = true }: { force: boolean } & Notified,
  ): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      const conference = await this.#lock(tx, { id, ifMatch });
      const contents = await tx.conferences.countContents(id);
      const { events, attendees, invitations, quests } = contents;
      if (!force && events + attendees + invitations + quests > 0) {
        throw conflict(
          null,
          `The conference has ${events} events, ${attendees} attendees, ${invitations} open invitations and ${quests} quests; force=true deletes them too`,
          'has_contents',
          { events, attendees, invitations, quests },
        );
      }
      await this.#deleteEventsOf(tx, conference, { notify });
      // Deletes quests after events: the lock order.
      await this.#deps.quests.deleteAllOf(tx, by, id);
      await tx.conferences.delete(id);
      await tx.audit.record(by, 'conference.delete', conference.id, {
        before: { ...conference, ...contents },
      });
    });
  }

  async #lock(tx: Tx, { id, ifMatch }: Target): Promise<Conference> {
    const conference = await tx.conferences.lock(id);
    if (!conference) throw notFound('conference');
    if (!isExpected(conference, ifMatch)) throw preconditionFailed(await this.#view(tx, id));
    return conference;
  }

  async #checked(tx: Tx, id: number): Promise<CheckedConference> {
    const outside = await tx.read.conferences.countOutsideDays(id);
    return { ...(await this.#view(tx, id)), warnings: conferenceWarnings(outside) };
  }

  async #view(store: Store | Tx, id: number): Promise<ConferenceView> {
    const conference = await store.read.conferences.findAny(id);
    if (!conference) throw notFound('conference');
    return conferenceView(conference, this.#deps.now());
  }

  async #deleteEventsOf(tx: Tx, conference: Conference, { notify }: Notified): Promise<void> {
    const { id } = conference;
    const events = await tx.events.lockAllOf(id);
    if (notify) {
      // The cancellation of a conference has notified the attendees of its events.
      const ending = isCancelled(conference) ? [] : events;
      await this.#notifyEnd(tx, conference, { reason: 'deleted', events: ending });
    }
    await tx.events.insertDeletedFeedEvents(events.map((event) => event.id));
    await tx.events.deleteAllOf(id);
  }

  /** Notifies of the end of a conference, and of these events, which end with it. */
  async #notifyEnd(tx: Tx, conference: Conference, { reason, events }: End): Promise<void> {
    const now = this.#deps.now();
    // A user who attends the conference or keeps its items is notified once, not once per event.
    const isNotified = conference.status !== 'draft' && !hasEnded(conference, now);
    const left_out = isNotified ? { left_out: conference.id } : {};
    await this.#deps.eventNotifications.deleted(tx, events, { now, ...left_out });
    if (isNotified) await this.#deps.eventNotifications.conferenceCancelled(tx, conference, reason);
  }
}

const isDraft = ({ status }: Conference) => status === 'draft';
const isCancelled = ({ status }: Conference) => status === 'cancelled';

function checkDays({ starts_on, ends_on }: Pick<Conference, 'starts_on' | 'ends_on'>): void {
  if (ends_on < starts_on)
    throw invalid('ends_on', 'expected starts_on or a later day', 'not_before', {
      field: 'starts_on',
    });
}

function checkChanges(conference: Conference, changes: Partial<Conference>): void {
  checkDays({ ...conference, ...changes });
  checkCapacity(conference, changes.capacity);
}
