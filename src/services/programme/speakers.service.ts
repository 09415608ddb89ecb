import type { ChangingPage, NumberedRequest } from '../../db/pages.ts';
import {
  type Speaker,
  type SpeakerConference,
  type SpeakerView,
  speakerView,
} from '../../domain/programme/speakers.ts';
import { notFound } from '../../errors.ts';
import type {
  PublicSpeakersFilter,
  Talk,
} from '../../repositories/programme/speakers.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** A speaker with their talks and conferences. */
export interface SpeakerProfile extends SpeakerView {
  readonly talks: readonly Talk[];
  readonly conferences: readonly SpeakerConference[];
}

/** Published speakers. */
export class SpeakersService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Sorted by name. */
  async list(
    filter: PublicSpeakersFilter,
    page: NumberedRequest,
  ): Promise<ChangingPage<SpeakerView>> {
    return viewsOf(await this.#store.search(filter.q, (read) => read.speakers.list(filter, page)));
  }

  /**
   * The lineup of a conference, sorted by position, then name.
   * @throws AppError NOT_FOUND also for a draft conference
   */
  async listOf(
    conferenceId: number,
    since: string | undefined,
    page: NumberedRequest,
  ): Promise<ChangingPage<SpeakerView>> {
    const conference = await this.#store.conferences.find(conferenceId);
    if (!conference || conference.status === 'draft') throw notFound('conference');
    return viewsOf(await this.#store.read.speakers.listOf(conferenceId, since, page));
  }

  /** @throws AppError NOT_FOUND */
  async find(by: { id: number } | { slug: string }): Promise<SpeakerView> {
    const speaker = await this.#store.read.speakers.find(by);
    if (!speaker) throw notFound('speaker');
    return speakerView(speaker);
  }

  /** @throws AppError NOT_FOUND */
  async profile(id: number): Promise<SpeakerProfile> {
    const speaker = await this.find({ id });
    const [talks, conferences] = await Promise.all([
      this.#store.read.speakers.listTalksOf(id),
      this.#store.read.speakers.listConferencesOf(id),
    ]);
    return { ...speaker, talks, conferences };
  }
}

const viewsOf = (page: ChangingPage<Speaker>): ChangingPage<SpeakerView> => ({
  ...page,
  rows: page.rows.map((speaker) => speakerView(speaker)),
});
