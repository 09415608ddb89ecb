import { type Administrator, missingScope } from '../../domain/administration/administrators.ts';
import {
  type ReadinessFinding,
  readinessFindings,
} from '../../domain/programme/conference-readiness.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

export interface ConferenceReadiness {
  /** Whether no finding is an error. */
  readonly is_ready: boolean;
  readonly findings: readonly ReadinessFinding[];
}

/** What is missing before a conference is published. */
export class ConferenceReadinessService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor({ store, now }: { store: Store; now: () => Date }) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * What an organizer may have forgotten, errors first. A key without `quests:read` hears nothing of
   * quests, and a key of some conferences nothing of clashes with others.
   *
   * @throws AppError NOT_FOUND
   */
  async get(
    { scopes, conference_ids }: Pick<Administrator, 'scopes' | 'conference_ids'>,
    id: number,
  ): Promise<ConferenceReadiness> {
    const { read } = this.#store;
    const conference = await this.#store.conferences.find(id);
    if (!conference) throw notFound('conference');
    const items = await read.conferenceReadiness.listItems(id);
    const ids = items.map((item) => item.id);
    const readsQuests = missingScope(scopes, ['quests:read']) === undefined;
    const findings = readinessFindings({
      conference,
      items,
      clashes: await read.agenda.listClashes(ids, conference_ids),
      events: await read.conferenceReadiness.listEvents(id),
      speakers: await read.conferenceReadiness.listSpeakers(id),
      questions: await this.#store.formQuestions.list({ noun: 'conference', id }),
      quests: readsQuests ? await read.conferenceReadiness.listQuests(id) : [],
      sources: await read.conferenceReadiness.listWaitingSources(id),
      fullTypes: await read.conferenceReadiness.listFullTypes(id),
      now: this.#now().toISOString(),
    });
    return { is_ready: findings.every(({ severity }) => severity !== 'error'), findings };
  }
}
