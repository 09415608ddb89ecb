import {
  bestFirst,
  type DoorPerson,
  doorPerson,
  MAX_DOOR_PEOPLE,
} from '../../domain/attendance/rosters.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

/** So many matches are ranked, the earliest registrations. */
const RANKED = 100;

/** Finds people at the door of a conference who have no code at hand. */
export class DoorPeopleService {
  readonly #store: Store;

  constructor({ store }: { store: Store }) {
    this.#store = store;
  }

  /**
   * Attendees, guests and walk-ins whose name or company has the words of `q`, the best matches first;
   * if nobody has, those with similar words. Nobody without `q`. At most `MAX_DOOR_PEOPLE`.
   *
   * @throws AppError NOT_FOUND
   */
  async search(conferenceId: number, q: string | undefined): Promise<readonly DoorPerson[]> {
    if (!(await this.#store.conferences.find(conferenceId))) throw notFound('conference');
    if (q === undefined) return [];
    const filter = { status: 'all', q, sort: 'registered_at' } as const;
    const first = { page: 1, limit: RANKED, isUncounted: true } as const;
    const { rows } = await this.#store.search(q, (read) =>
      read.adminConferenceAttendees.list(conferenceId, filter, first),
    );
    return bestFirst(rows.map(doorPerson), q).slice(0, MAX_DOOR_PEOPLE);
  }
}
