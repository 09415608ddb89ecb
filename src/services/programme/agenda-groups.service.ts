import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import type { Notified } from '../../domain/messaging/notifications.ts';
import { checkWholeOrder } from '../../domain/orders.ts';
import {
  type AgendaGroup,
  type AgendaGroupInput,
  type AgendaGroupsOf,
  type NewAgendaGroup,
  usesText,
} from '../../domain/programme/agenda-groups.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AgendaNotificationsService } from '../messaging/agenda-notifications.service.ts';
import type { EventNotificationsService } from '../messaging/event-notifications.service.ts';

interface Rename extends AgendaGroupsOf {
  readonly from: string;
  readonly to: string;
  readonly notify: boolean;
}

interface Deps {
  readonly store: Store;
  readonly eventNotifications: EventNotificationsService;
  readonly agendaNotifications: AgendaNotificationsService;
  readonly now: () => Date;
}

/** The rooms and tracks of conferences. */
export class AgendaGroupsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * In the order of the organizers.
   * @throws AppError NOT_FOUND
   */
  async list(of: AgendaGroupsOf, request: NumberedRequest): Promise<Page<AgendaGroup>> {
    if (!(await this.#deps.store.conferences.find(of.conference_id))) throw notFound('conference');
    return this.#deps.store.read.agendaGroups.list(of, request);
  }

  /** @throws AppError NOT_FOUND; CONFLICT for a taken name */
  async create(by: Administrator, of: AgendaGroupsOf, given: NewAgendaGroup): Promise<AgendaGroup> {
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.find(of.conference_id))) throw notFound('conference');
      const group = await tx.agendaGroups.insert(of, given);
      await tx.audit.record(by, 'agenda_group.create', group.id, { after: { ...of, ...group } });
      return group;
    });
  }

  /**
   * A new name is written to the agenda items and events that have the old one, and later imports
   * leave it there. Unless `notify` is false, each of their people gets one notification, if more than
   * case and spaces change.
   *
   * @throws AppError NOT_FOUND; CONFLICT for a taken name
   */
  async update(
    by: Administrator,
    { id, ...of }: AgendaGroupsOf & { readonly id: number },
    { notify = true, ...given }: AgendaGroupInput & Notified,
  ): Promise<AgendaGroup> {
    return this.#change(of, async (tx, conference) => {
      const group = await lock(tx, of, id);
      const { before, after } = differences<AgendaGroup>(group, given);
      if (Object.keys(after).length === 0) return group;

      const updated = await tx.agendaGroups.update(id, after);
      await tx.audit.record(by, 'agenda_group.update', id, { before, after });
      if (after.name !== undefined) {
        const rename = { ...of, from: group.name, to: updated.name, notify };
        await this.#rename(tx, conference, rename);
      }
      return updated;
    });
  }

  /**
   * Orders all rooms, or all tracks, of the conference. Safe to repeat.
   * @throws AppError NOT_FOUND; CONFLICT for ids that are not those of the conference
   */
  async order(by: Administrator, of: AgendaGroupsOf, ids: readonly number[]): Promise<void> {
    await this.#change(of, async (tx) => {
      const present = (await tx.agendaGroups.lockAllOf(of)).map(({ id }) => id);
      checkWholeOrder(`${of.kind}s of the conference`, present, ids);
      await tx.agendaGroups.updateOrder(ids);
      const after = { kind: of.kind, ids };
      await tx.audit.record(by, 'agenda_group.order', of.conference_id, { after });
    });
  }

  /** @throws AppError NOT_FOUND; CONFLICT while an agenda item or event refers to it */
  async delete(
    by: Administrator,
    { id, ...of }: AgendaGroupsOf & { readonly id: number },
  ): Promise<void> {
    await this.#change(of, async (tx) => {
      const group = await lock(tx, of, id);
      const counts = await tx.agendaGroups.countUses({ ...of, name: group.name });
      const uses = usesText(counts);
      if (uses) {
        const count = counts.items + counts.events;
        throw conflict(null, `This ${of.kind} is in use: ${uses}`, 'in_use', { count });
      }
      await tx.agendaGroups.delete(id);
      await tx.audit.record(by, 'agenda_group.delete', id, { before: { ...of, ...group } });
    });
  }

  /** Runs `work` under the lock of the conference. */
  async #change<T>(
    { conference_id }: AgendaGroupsOf,
    work: (tx: Tx, conference: Conference) => Promise<T>,
  ): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      const conference = await tx.conferences.lock(conference_id);
      if (!conference) throw notFound('conference');
      return work(tx, conference);
    });
  }

  /** Writes the new name where the old one is. */
  async #rename(tx: Tx, conference: Conference, { from, to, notify, ...of }: Rename) {
    const events = of.kind === 'room' ? await tx.agendaMoves.lockEventsIn(conference.id, from) : [];
    const ids = await tx.agendaMoves.lockItemsIn({ ...of, name: from });
    const before = await tx.agendaItems.listNotified({ ids });
    const renamed = events.map(({ id }) => id);
    const after = renamed.length > 0 ? await tx.agendaMoves.updateEventRooms(renamed, to) : [];
    if (ids.length > 0) await tx.agendaMoves.updateItemGroups(ids, { kind: of.kind, name: to });
    if (!notify || of.kind === 'track' || isSameName(from, to)) return;
    const now = this.#deps.now();
    await this.#deps.eventNotifications.imported(tx, conference.id, { before: events, after, now });
    await this.#deps.agendaNotifications.imported(tx, conference, {
      before,
      after: await tx.agendaItems.listNotified({ ids }),
      attendees: 'left out',
    });
  }
}

async function lock(tx: Tx, of: AgendaGroupsOf, id: number): Promise<AgendaGroup> {
  const group = await tx.agendaGroups.lock(of, id);
  if (!group) throw notFound(of.kind);
  return group;
}

/** Whether only case or spaces differ: the same place for people. */
const isSameName = (one: string, other: string) =>
  one.toLowerCase().replace(/\s+/g, ' ') === other.toLowerCase().replace(/\s+/g, ' ');
