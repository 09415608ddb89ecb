import type { ListChanges } from '../../db/changes.ts';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import { type AgendaDay, type AgendaItemView, agendaDays } from '../../domain/programme/agenda.ts';
import type { TrackColor } from '../../domain/programme/agenda-groups.ts';
import { type ConferenceView, conferenceView } from '../../domain/programme/conferences.ts';
import { notFound } from '../../errors.ts';
import type { AgendaFilter } from '../../repositories/programme/agenda.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** The agenda of a conference; with `updated_since`, also the deleted items. */
export interface Agenda extends ListChanges {
  readonly conference: ConferenceView;
  readonly days: readonly AgendaDay[];
  /** All tracks of the agenda, ignoring the filter; `rooms` likewise. */
  readonly tracks: readonly string[];
  readonly track_colors: readonly TrackColor[];
  readonly rooms: readonly string[];
}

/** A single agenda item. */
export interface AgendaItemDetails extends AgendaItemView {
  readonly share_url: string | null;
}

/** Agendas of published and archived conferences. */
export class AgendaService {
  readonly #deps;

  constructor(deps: { store: Store; shareUrl: ShareLink; now: () => Date }) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND also for a draft */
  async find(by: { id: number } | { slug: string }, filter: AgendaFilter): Promise<Agenda> {
    const found = await this.#deps.store.read.conferences.find(by);
    if (!found) throw notFound('conference');

    const { items, changes, ...names } = await this.#deps.store.search(filter.q, (read) =>
      read.agenda.find(found, filter),
    );
    const conference = conferenceView(found, this.#deps.now());
    return { conference, days: agendaDays(items), ...names, ...changes };
  }

  /** @throws AppError NOT_FOUND also for an item that is not public */
  async findItem(id: number): Promise<AgendaItemDetails> {
    const item = await this.#deps.store.read.agenda.findPublicItem(id);
    if (!item) throw notFound('agenda item');
    return { ...item, share_url: this.#deps.shareUrl({ kind: 'agenda_item', id }) };
  }
}
