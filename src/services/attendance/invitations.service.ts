import type { Logger } from 'pino';
import { spotsLeft } from '../../domain/attendance/attendables.ts';
import type { User } from '../../domain/people/users.ts';
import type { OpenInvitation } from '../../repositories/attendance/invitations.repository.ts';
import type { Store } from '../../repositories/store.ts';

/** So many claims are one transaction: whoever registers meanwhile waits no longer for its lock. */
const CLAIMS_PER_TRANSACTION = 500;

/** Makes attendances of invitations once their people are users. */
export class InvitationsService {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #now: () => Date;

  constructor(deps: { store: Store; log: Logger; now: () => Date }) {
    this.#store = deps.store;
    this.#log = deps.log;
    this.#now = deps.now;
  }

  /**
   * Claims what waits for somebody who has just become known, or known by another username, and
   * gives them back as they are then. One query for who is not invited. Never fails its caller:
   * nobody is kept out because a conference is busy, and their next sighting claims again.
   */
  async claimFor(user: User): Promise<User> {
    try {
      const open = await this.#store.invitations.listOpenFor(user);
      if (open.length === 0) return user;
      await this.#claim(open);
      return (await this.#store.users.find(user.id)) ?? user;
    } catch (error) {
      this.#log.warn({ err: error, user_id: user.id }, 'invitations wait for the next sign-in');
      return user;
    }
  }

  /**
   * Claims what a list just left open for people who are users. To be called after the list is
   * committed: who became a user meanwhile either saw the invitations when they signed in, after
   * their own row was committed, or else is seen here.
   */
  async claimAllOf(conferenceId: number): Promise<void> {
    const due = await this.#store.invitations.listClaimable(conferenceId);
    for (let from = 0; from < due.length; from += CLAIMS_PER_TRANSACTION) {
      await this.#claim(due.slice(from, from + CLAIMS_PER_TRANSACTION));
    }
  }

  async #claim(open: readonly OpenInvitation[]): Promise<void> {
    const byConference = Map.groupBy(open, ({ conference_id }) => conference_id);
    await this.#store.transaction(async (tx) => {
      for (const [conferenceId, invitations] of byConference) {
        const conference = await tx.conferences.lock(conferenceId);
        // One that was deleted meanwhile has taken its invitations along.
        if (!conference) continue;
        await tx.invitations.updateClaimed(
          conferenceId,
          invitations.map(({ id }) => id),
          { spots: spotsLeft(conference), now: this.#now().toISOString() },
        );
      }
    });
  }
}
