import type { Logger } from 'pino';
import { attendableKeys } from '../../domain/attendance/attendable-keys.ts';
import { spotsLeft } from '../../domain/attendance/attendables.ts';
import type { User } from '../../domain/people/users.ts';
import type { OpenInvitation } from '../../repositories/attendance/invitations.repository.ts';
import type { Store } from '../../repositories/store.ts';

/** Bounds how long a claim holds the lock of a conference, for which registrations wait. */
const CLAIMS_PER_TRANSACTION = 500;

/** Turns invitations into registrations once the invited people are users. */
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
   * Claims the open invitations of a user at their sign-in and returns the updated user. Costs one
   * query if there are none. Never throws: a locked conference must not prevent a sign-in, and a
   * later sign-in claims again.
   */
  async claimFor(user: User): Promise<User> {
    try {
      const open = await this.#store.invitations.listOpenFor(user);
      if (open.length === 0) return user;
      await this.#claim(open);
      return (await this.#store.users.find(user.id)) ?? user;
    } catch (error) {
      this.#log.warn(
        { err: error, user_id: user.id },
        'invitations: claim failed, retrying at a later sign-in',
      );
      return user;
    }
  }

  /**
   * Claims the open invitations of a conference whose people are users. Call it after an import is
   * committed. A user who was created during the import claims at sign-in if the import was already
   * committed, and is found here otherwise.
   */
  async claimAllOf(conferenceId: number): Promise<void> {
    const due = await this.#store.invitations.listClaimable(conferenceId);
    for (let from = 0; from < due.length; from += CLAIMS_PER_TRANSACTION) {
      await this.#claim(due.slice(from, from + CLAIMS_PER_TRANSACTION));
    }
  }

  async #claim(open: readonly OpenInvitation[]): Promise<void> {
    const byConference = Map.groupBy(open, ({ conference_id }) => conference_id);
    const locked = attendableKeys({ conferences: [...byConference.keys()] });
    await this.#store.transactionOn(locked, async (tx) => {
      for (const [conferenceId, invitations] of byConference) {
        const conference = await tx.conferences.lock(conferenceId);
        // The conference was deleted meanwhile, and its invitations with it.
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
