import type { ListChanges } from '../../db/changes.ts';
import { type AgendaDay, agendaDays } from '../../domain/programme/agenda.ts';
import type { ConferenceView } from '../../domain/programme/conferences.ts';
import { notFound } from '../../errors.ts';
import type { AgendaFilter } from '../../repositories/programme/agenda.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** The agenda of a conference; where only changes were asked for, also what is gone. */
export interface Agenda extends Partial<ListChanges> {
  readonly conference: ConferenceView;
  readonly days: readonly AgendaDay[];
  /** Of the whole agenda, as `rooms`. */
  readonly tracks: readonly string[];
  readonly rooms: readonly string[];
}

/** Agendas as people read them. */
export class AgendaService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** @throws AppError NOT_FOUND for a draft too */
  async find(by: { id: number } | { slug: string }, filter: AgendaFilter): Promise<Agenda> {
    const conference = await this.#store.read.conferences.find(by);
    if (!conference) throw notFound('conference');

    const { items, changes, ...names } = await this.#store.read.agenda.find(conference, filter);
    return { conference, days: agendaDays(items), ...names, ...changes };
  }
}
