import type { ChangingPage, NumberedRequest } from '../../db/pages.ts';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import {
  type ConferenceView,
  conferenceView,
  ticketTypesOf,
} from '../../domain/programme/conferences.ts';
import type { FormQuestion } from '../../domain/registration/forms.ts';
import type { TicketTypeView } from '../../domain/registration/ticket-types.ts';
import { notFound } from '../../errors.ts';
import type { ConferencesFilter } from '../../repositories/programme/conferences.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** A single conference. */
export interface ConferenceDetails extends ConferenceView {
  readonly form_questions: readonly FormQuestion[];
  readonly ticket_types: readonly TicketTypeView[];
  readonly share_url: string | null;
}

/** Published and archived conferences. */
export class ConferencesService {
  readonly #deps;

  constructor(deps: { store: Store; shareUrl: ShareLink; now: () => Date }) {
    this.#deps = deps;
  }

  /** Published conferences, sorted by start. */
  async list(
    filter: ConferencesFilter,
    request: NumberedRequest,
  ): Promise<ChangingPage<ConferenceView>> {
    const now = this.#deps.now();
    const page = await this.#deps.store.search(filter.q, (read) =>
      read.conferences.list(filter, now.toISOString(), request),
    );
    return { ...page, rows: page.rows.map((conference) => conferenceView(conference, now)) };
  }

  /** @throws AppError NOT_FOUND also for a draft */
  async find(by: { id: number } | { slug: string }): Promise<ConferenceDetails> {
    const conference = await this.#deps.store.read.conferences.find(by);
    if (!conference) throw notFound('conference');
    const share_url = this.#deps.shareUrl({ kind: 'conference', id: conference.id });
    const now = this.#deps.now();
    const ticket_types = ticketTypesOf(conference, now);
    return { ...conferenceView(conference, now), ticket_types, share_url };
  }
}
