import type { Store } from '../../repositories/store.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';

/** Asks for the ratings of a day in its evening. */
export class RatingRequestsService {
  readonly #deps;

  constructor(deps: { store: Store; notifications: NotificationsService }) {
    this.#deps = deps;
  }

  /** Asks each user once a day, at most. Safe to repeat. Returns the number of users. */
  async run(): Promise<{ asked: number }> {
    const { store, notifications } = this.#deps;
    return store.transaction(async (tx) => {
      let asked = 0;
      for (const { id, name, day } of await tx.ratingRequests.updateDue()) {
        const userIds = await tx.ratingRequests.listAsked(id, day);
        if (userIds.length > 0) {
          await notifications.ratingsRequested(tx, { id, name, day }, userIds);
        }
        asked += userIds.length;
      }
      return { asked };
    });
  }
}
