import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import type { Notified } from '../../domain/messaging/notifications.ts';
import {
  type AgendaItemInput,
  type AgendaItemView,
  type AgendaWarning,
  agendaItemChanges,
  newAgendaItem,
  type StoredAgendaItem,
  warningOf,
} from '../../domain/programme/agenda.ts';
import { spelled } from '../../domain/programme/agenda-groups.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import type { Event } from '../../domain/programme/events.ts';
import { checkQuestionsUntil } from '../../domain/programme/questions.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { conflict, notFound, preconditionFailed } from '../../errors.ts';
import type {
  AdminAgendaFilter,
  ListedAgendaItem,
} from '../../repositories/programme/agenda.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AgendaNotificationsService } from '../messaging/agenda-notifications.service.ts';
import { type Changed, change, type DryRun } from './dry-runs.service.ts';

export type NewAgendaItemInput = AgendaItemInput & { readonly conference_id: number };

/** An agenda item with its double-booking warnings. */
export interface AdminAgendaItem extends ListedAgendaItem {
  readonly warnings: readonly AgendaWarning[];
}

/** Agendas for administrators, hidden items included. */
export class AdminAgendaService {
  readonly #deps;

  constructor(deps: { store: Store; agendaNotifications: AgendaNotificationsService }) {
    this.#deps = deps;
  }

  /**
   * All items of a conference, hidden ones included.
   * @throws AppError NOT_FOUND
   */
  async list(
    by: Administrator,
    conferenceId: number,
    filter: AdminAgendaFilter,
    request: NumberedRequest,
  ): Promise<Page<AdminAgendaItem>> {
    const conference = await expectConference(this.#deps.store, conferenceId);
    const page = await this.#deps.store.read.agenda.list(conference, filter, request);
    const warnings = await warningsOf(this.#deps.store, by, page.rows);
    return { ...page, rows: page.rows.map((item) => ({ ...item, warnings: warnings(item) })) };
  }

  /** @throws AppError NOT_FOUND */
  async get(by: Administrator, id: number): Promise<AdminAgendaItem> {
    return find(this.#deps.store, by, id);
  }

  /**
   * Fields that are not given are taken from the event and follow it. Adds the speakers to the
   * lineup of the conference.
   *
   * @throws AppError VALIDATION_ERROR for a field that neither provides, unless `ends_at` is after
   *   `starts_at`, and for questions more than 7 days after the end; NOT_FOUND for the conference, the event or a speaker; CONFLICT for an event
   *   of another conference, or one that is already on the agenda
   */
  async create(by: Administrator, given: NewAgendaItemInput): Promise<AdminAgendaItem> {
    const { conference_id, speaker_ids = [] } = given;
    return this.#deps.store.transaction(async (tx) => {
      await expectConference(tx, conference_id);
      const named = await spelledIn(tx, conference_id, given);
      const event = await lockEvent(tx, given.event_id);
      const columns = { ...newAgendaItem(named, event), conference_id };
      checkConference(columns, event);
      checkQuestionsUntil(columns);
      const item = await tx.agendaItems.insert(columns);
      await addSpeakers(tx, item.id, speaker_ids);
      if (event) await tx.eventImports.updateAgendaItemDeleted(event.id, false);

      const after = { ...item, speaker_ids };
      await tx.audit.record(by, 'agenda_item.create', item.id, { after });
      return find(tx, by, item.id);
    });
  }

  /**
   * Updates the given fields; null clears one. Updated fields no longer follow the event. A new
   * event replaces the other followed fields; `event_id: null` unlinks the event and keeps them.
   * Unless `notify` is false, notifies the attendees of the event and those who keep the item of a
   * new time or room and of a cancellation. A dry run answers the same and changes nothing.
   *
   * @throws AppError as `create`; NOT_FOUND also for the item; PRECONDITION_FAILED
   */
  async update(
    by: Administrator,
    { id, ifMatch }: Target,
    { notify = true, dry_run, ...given }: AgendaItemInput & Notified & DryRun,
  ): Promise<Changed<AdminAgendaItem>> {
    const known = await this.#deps.store.agendaItems.findReferences(id);
    const linked = [given.event_id, known?.event_id];
    const events = linked.filter((eventId) => typeof eventId === 'number');
    const work = async (tx: Tx) => {
      const named = known ? await spelledIn(tx, known.conference_id, given) : given;
      // Locks both events at once, because several events are locked in id order.
      await tx.events.lockMany(events);
      const event = await lockEvent(tx, given.event_id);
      const item = await lockItem(tx, by, { id, ifMatch });
      checkConference(item, event);
      const changes = agendaItemChanges(item, named, event);
      const { before, after } = differences<StoredAgendaItem>(item, changes);
      if (Object.keys(after).length === 0) return find(tx, by, id);
      if (after.questions_until) checkQuestionsUntil({ ...item, ...after });

      const noticed = await tx.agendaItems.listNotified({ ids: [id] });
      const { speaker_ids, ...columns } = after;
      await tx.agendaItems.update(id, columns);
      if (speaker_ids) {
        await tx.agendaItems.deleteSpeakers(id);
        await addSpeakers(tx, id, speaker_ids);
      }
      if (after.event_id) await tx.eventImports.updateAgendaItemDeleted(after.event_id, false);
      if (before.event_id) await tx.eventImports.updateAgendaItemDeleted(before.event_id, true);
      await tx.audit.record(by, 'agenda_item.update', item.id, { before, after });
      if (notify) {
        await this.#deps.agendaNotifications.changed(tx, {
          before: noticed,
          after: await tx.agendaItems.listNotified({ ids: [id] }),
          attendees: 'notified',
        });
      }
      return find(tx, by, id);
    };
    return change(this.#deps.store, {
      dry_run,
      find: (tx) => tx.read.agenda.findItem(id),
      work,
    });
  }

  /**
   * Deletes an item. Later imports do not add its event to the agenda again. Unless `notify` is
   * false, notifies the same users as an update that the item is cancelled.
   *
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED
   */
  async delete(
    by: Administrator,
    { id, ifMatch }: Target,
    { notify = true }: Notified,
  ): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      const before = await lockItem(tx, by, { id, ifMatch });
      if (notify) {
        await this.#deps.agendaNotifications.deleted(
          tx,
          await tx.agendaItems.listNotified({ ids: [id] }),
        );
      }
      await tx.agendaItems.delete(id);
      if (before.event_id) await tx.eventImports.updateAgendaItemDeleted(before.event_id, true);
      await tx.audit.record(by, 'agenda_item.delete', before.id, { before });
    });
  }
}

async function expectConference(store: Store | Tx, id: number): Promise<Conference> {
  const conference = await store.conferences.find(id);
  if (!conference) throw notFound('conference');
  return conference;
}

/** The given fields with room and track as the conference spells them; unknown ones are made. */
async function spelledIn<T extends Pick<AgendaItemInput, 'room' | 'track'>>(
  tx: Tx,
  conferenceId: number,
  given: T,
): Promise<T> {
  const { room, track } = given;
  if (!room && !track) return given;
  const names = { room: room ? [room] : [], track: track ? [track] : [] };
  return spelled(given, await tx.agendaGroups.upsertNamed(conferenceId, names));
}

/** Locks the event of an item, if one is given. Events are locked before agenda items. */
async function lockEvent(tx: Tx, id: number | null | undefined): Promise<Event | undefined> {
  if (!id) return undefined;
  const event = await tx.events.lock(id);
  if (!event) throw notFound('event');
  return event;
}

function checkConference(
  { conference_id }: Pick<StoredAgendaItem, 'conference_id'>,
  event: Event | undefined,
): void {
  if (event && event.conference_id !== conference_id) {
    throw conflict('event_id', 'expected an event of the conference of the item', 'mismatch', {
      field: 'conference_id',
    });
  }
}

/** Locks the event of an item, then the item. */
async function lockItem(
  tx: Tx,
  by: Administrator,
  { id, ifMatch }: Target,
): Promise<StoredAgendaItem> {
  const known = await tx.agendaItems.findReferences(id);
  if (known?.event_id) await tx.events.lock(known.event_id);
  const item = await tx.agendaItems.lock(id);
  if (!item) throw notFound('agenda item');
  if (!isExpected(item, ifMatch)) throw preconditionFailed(await find(tx, by, id));
  return { ...item, speaker_ids: await tx.agendaItems.listSpeakerIds(id) };
}

async function addSpeakers(tx: Tx, id: number, speakerIds: readonly number[]): Promise<void> {
  if ((await tx.agendaItems.insertSpeakers(id, speakerIds)) < speakerIds.length) {
    throw notFound('speaker');
  }
  await tx.agendaItems.insertSpeakersOfConference({ id });
}

async function find(store: Store | Tx, by: Administrator, id: number): Promise<AdminAgendaItem> {
  const item = await store.read.agenda.findItem(id);
  if (!item) throw notFound('agenda item');
  const warnings = await warningsOf(store, by, [item]);
  return { ...item, warnings: warnings(item) };
}

/** Loads the warnings of all items with one query; returns a lookup by item. */
async function warningsOf(store: Store | Tx, by: Administrator, items: readonly AgendaItemView[]) {
  const ids = items.map(({ id }) => id);
  const clashes = await store.read.agenda.listClashes(ids, by.conference_ids);
  const byItem = Map.groupBy(clashes, ({ of_id }) => of_id);
  return ({ id }: AgendaItemView): AgendaWarning[] => (byItem.get(id) ?? []).map(warningOf);
}
