import { createHash } from 'node:crypto';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Notified } from '../../domain/messaging/notifications.ts';
import { warningOf } from '../../domain/programme/agenda.ts';
import {
  type AgendaMove,
  type AgendaMoveWarning,
  type AgendaSelection,
  exceptionWarnings,
  MAX_MOVED,
  type MovableItem,
  type PlannedMove,
  planMove,
} from '../../domain/programme/agenda-moves.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { remark } from '../../domain/reasons.ts';
import { AppError, invalid, notFound, tooMany } from '../../errors.ts';
import { clockOffsetOf } from '../../lib/time-zones.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AgendaNotificationsService } from '../messaging/agenda-notifications.service.ts';
import { type DryRun, tried } from './dry-runs.service.ts';

/** The same move is refused for this long. */
const DUPLICATE_MINUTES = 10;
/** More warnings of a kind would tell an administrator nothing new. */
const MAX_WARNINGS = 100;

interface MoveRequest extends Notified, DryRun {
  readonly selection: AgendaSelection;
  readonly move: AgendaMove;
  /** Whether the same move may be made again at once. */
  readonly mayRepeat: boolean;
}

/** What a move changed. */
export interface MovedAgenda {
  readonly moved: number;
  readonly events_moved: number;
  /** The number of selected items that stay as they are. */
  readonly left_out: number;
  readonly warnings: readonly AgendaMoveWarning[];
  /** The number of users whom the move would notify; only of a dry run. */
  readonly would_notify?: number;
}

interface Deps {
  readonly store: Store;
  readonly agendaNotifications: AgendaNotificationsService;
  readonly now: () => Date;
}

/** Moves many agenda items together. */
export class AgendaMovesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Shifts, moves to a room, or cancels the selected items of one conference and their events, or opens
   * and closes their questions, in one transaction. Days keep local times, minutes are absolute. Items that have ended are left out; of
   * running ones, a shift changes the end alone. Later imports leave what changed. Unless `notify` is
   * false, each person gets one notification. A dry run answers the same and changes nothing.
   *
   * @throws AppError NOT_FOUND for an item or the conference; VALIDATION_ERROR for more than 1,000
   *   items, and for items of several conferences; DUPLICATE_SHIFT
   */
  async move(by: Administrator, request: MoveRequest): Promise<MovedAgenda> {
    const conferenceId = await this.#conferenceOf(request.selection);
    const work = (tx: Tx) => this.#move(tx, by, { ...request, conferenceId });
    return request.dry_run ? tried(this.#deps.store, work) : this.#deps.store.transaction(work);
  }

  async #conferenceOf(selection: AgendaSelection): Promise<number> {
    if (!('ids' in selection)) return selection.conference_id;
    const items = await this.#deps.store.agendaMoves.listConferences(selection.ids);
    const [conferenceId, ...others] = new Set(items.map(({ conference_id }) => conference_id));
    if (conferenceId === undefined || items.length < selection.ids.length) {
      throw notFound('agenda item');
    }
    if (others.length > 0)
      throw invalid('ids', 'expected items of one conference', 'several_conferences');
    return conferenceId;
  }

  async #move(
    tx: Tx,
    by: Administrator,
    { conferenceId, selection, ...request }: MoveRequest & { readonly conferenceId: number },
  ): Promise<MovedAgenda> {
    const conference = await tx.conferences.lock(conferenceId);
    if (!conference) throw notFound('conference');
    // Open, off and open again within minutes is ordinary.
    const mayBeMistake = !('questions' in request.move);
    if (mayBeMistake && !request.dry_run)
      await recordMove(tx, { conferenceId, selection, ...request });
    const move = await spelledMove(tx, conferenceId, request.move);
    const plan = await this.#plan(tx, conference, { selection, move });
    const ids = plan.items.map(({ id }) => id);
    const before = await tx.agendaItems.listNotified({ ids });
    await tx.agendaMoves.updateEvents(plan.events);
    await tx.agendaMoves.updateItems(plan.items);
    if (request.notify !== false) {
      const after = await tx.agendaItems.listNotified({ ids });
      await this.#deps.agendaNotifications.moved(tx, conferenceId, { before, after });
    }
    const counts = {
      moved: ids.length,
      events_moved: plan.events.length,
      left_out: plan.exceptions.filter(({ reason }) => reason !== 'running').length,
    };
    const after = { selection, move, ...counts };
    await tx.audit.record(by, 'agenda.move', conferenceId, { after });
    return { ...counts, warnings: await this.#warnings(tx, by, { conferenceId, move, plan }) };
  }

  /** Locks the events and items, and decides what changes. */
  async #plan(
    tx: Tx,
    { timezone }: Conference,
    { selection, move }: Pick<MoveRequest, 'selection' | 'move'>,
  ): Promise<PlannedMove> {
    const now = this.#deps.now();
    const selected = { ...selection, now: now.toISOString() };
    const events = await tx.agendaMoves.lockEventsOf(selected);
    const items = await tx.agendaMoves.lockItemsOf(selected, MAX_MOVED + 1);
    if (items.length > MAX_MOVED) {
      throw tooMany('filter', MAX_MOVED, 'agenda items');
    }
    // Deleted since their conference was read.
    if ('ids' in selection && items.length < selection.ids.length) throw notFound('agenda item');
    return planMove(items, events, { move, now, offset: clockOffsetOf(timezone) });
  }

  async #warnings(
    tx: Tx,
    { conference_ids }: Administrator,
    { conferenceId, move, plan }: { conferenceId: number; move: AgendaMove; plan: PlannedMove },
  ): Promise<AgendaMoveWarning[]> {
    const ids = plan.items.map(({ id }) => id);
    const clashes =
      'status' in move || 'questions' in move
        ? []
        : await tx.read.agenda.listClashes(ids, conference_ids, MAX_WARNINGS);
    const titles = new Map(plan.items.map(({ id, title }: MovableItem) => [id, title]));
    const isShift = 'shift_minutes' in move || 'shift_days' in move;
    const quests = isShift
      ? await tx.read.agendaMoves.listTimedQuests({
          event_ids: plan.events.map(({ id }) => id),
          conference_id: 'shift_days' in move ? conferenceId : null,
          now: this.#deps.now().toISOString(),
          most: MAX_WARNINGS,
        })
      : [];
    return [
      ...exceptionWarnings(plan).slice(0, MAX_WARNINGS),
      ...clashes.map(({ of_id, ...clash }) => {
        const { kind, message, code, params } = warningOf(clash);
        const item = titles.get(of_id) ?? '';
        const said = { message: `“${item}”: ${message}`, code, params: { ...params, item } };
        return { kind, agenda_item_id: of_id, ...said };
      }),
      ...quests.map(({ id, title }) => ({
        kind: 'quest' as const,
        quest_id: id,
        ...remark(`The times of the quest “${title}” stay as they are`, 'quest_stays', { title }),
      })),
    ];
  }
}

/** @throws AppError DUPLICATE_SHIFT */
async function recordMove(
  tx: Tx,
  {
    conferenceId,
    selection,
    move,
    mayRepeat,
  }: Pick<MoveRequest, 'selection' | 'move' | 'mayRepeat'> & { readonly conferenceId: number },
): Promise<void> {
  const items = 'ids' in selection ? selection.ids.toSorted((a, b) => a - b) : selection;
  const recent = {
    conference_id: conferenceId,
    move_hash: createHash('sha256').update(JSON.stringify({ items, move })).digest('hex'),
    minutes: DUPLICATE_MINUTES,
  };
  if (await tx.agendaMoves.upsertMove(recent, { mayRepeat })) return;
  throw new AppError(
    'DUPLICATE_SHIFT',
    `These items were moved in this way less than ${DUPLICATE_MINUTES} minutes ago; set force to true to move them again`,
  );
}

/** The move with its room as the conference spells it; an unknown one is made. */
async function spelledMove(tx: Tx, conferenceId: number, move: AgendaMove): Promise<AgendaMove> {
  if (!('room' in move)) return move;
  const names = await tx.agendaGroups.upsertNamed(conferenceId, { room: [move.room], track: [] });
  return { room: names.room.get(move.room) ?? move.room };
}
