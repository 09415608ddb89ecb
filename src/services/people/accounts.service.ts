import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import { type MessengerPerson, SEEN_RESOLUTION_MS, type User } from '../../domain/people/users.ts';
import { unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

type Name = keyof MessengerPerson;
const NAMES = [
  'messenger_first_name',
  'messenger_last_name',
  'username',
  'language_code',
  'is_premium',
  'photo_url',
  'messenger_reachable',
] as const satisfies readonly Name[];

/** Seats that other people may wait for: those of events, or of conferences. */
export interface Seats {
  /** Gives up every seat and waitlist place of a person. */
  leaveAll(tx: Tx, userId: number): Promise<void>;
}

/** Invitations that a person may already have when they sign in. */
export interface OpenInvitations {
  /** Turns them into attendances; resolves to the person as they are then. Never rejects. */
  claimFor(user: User): Promise<User>;
}

/** Creates, refreshes and erases accounts. */
export class AccountsService {
  readonly #store: Store;
  readonly #seats: readonly Seats[];
  readonly #invitations: OpenInvitations;
  readonly #hashOf: MessengerHash;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    seats: readonly Seats[];
    invitations: OpenInvitations;
    hashOf: MessengerHash;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#seats = deps.seats;
    this.#invitations = deps.invitations;
    this.#hashOf = deps.hashOf;
    this.#now = deps.now;
  }

  /**
   * Somebody comes with signed messenger data: found, or made known; their names refreshed where
   * the messenger says something new, and what they were invited to claimed. Ten first requests at
   * once make one row.
   *
   * @param signedAt in milliseconds since 1970
   * @throws AppError UNAUTHORIZED when the data was signed before the person had themselves erased:
   *   an app left open does not bring them back.
   */
  async welcome(
    person: MessengerPerson,
    signedAt: number,
  ): Promise<{ user: User; created: boolean }> {
    const known = await this.#store.users.findByMessengerId(person.messenger_id);
    if (known) return { user: await this.#refreshed(known, person, signedAt), created: false };

    const erased = await this.#store.erasedPeople.find(this.#hashOf(person.messenger_id));
    if (erased && signedAt <= Date.parse(erased.erased_at)) throw unauthorized();
    const user = await this.#store.users.insertIfAbsent({
      ...person,
      messenger_signed_at: new Date(signedAt).toISOString(),
      last_seen_at: this.#now().toISOString(),
      is_blocked: erased?.is_blocked ?? false,
    });
    if (user) return { user: await this.#invitations.claimFor(user), created: true };

    // Another first request of the same person, or an import of them, came in between.
    const other = await this.#store.users.findByMessengerId(person.messenger_id);
    if (!other) throw unauthorized();
    return { user: await this.#refreshed(other, person, signedAt), created: false };
  }

  /**
   * Erases a person: everything personal is emptied, their seats go to whoever waits, their tokens
   * stop working. Nothing happens to somebody already erased.
   */
  async erase(userId: number): Promise<void> {
    const erased_at = this.#now().toISOString();
    await this.#store.transaction(async (tx) => {
      // What people go to is locked before people, here as by all who move somebody up.
      await this.#leaveAll(tx, userId);
      const user = await tx.users.lock(userId);
      if (!user?.messenger_id) return;

      // Once more for what they asked for in between: from here on their requests wait for us.
      await this.#leaveAll(tx, userId);
      await tx.erasedPeople.upsert({
        messenger_hash: this.#hashOf(user.messenger_id),
        erased_at,
        is_blocked: user.is_blocked,
      });
      await tx.connections.deleteAllOf(userId);
      await tx.notifications.deleteContentsOf(userId);
      await tx.broadcastRecipients.deleteAllOf(userId);
      await tx.notificationJobs.deleteMessengerId(user.messenger_id);
      await tx.notifications.deleteAllAbout(userId);
      await tx.invitations.deleteAllOf(user);
      await tx.events.deleteContactsOf(userId);
      await tx.calendarLinks.delete(userId);
      await tx.streamTickets.deleteAllOf(userId);
      await tx.notificationSettings.delete(userId);
      await tx.speakers.deleteUserLink(userId);
      await tx.audit.deleteValuesAbout('user', userId);
      await tx.audit.deleteUserOfSpeakers(userId);
      await tx.users.updateErased(userId, erased_at);
      await tx.idempotencyKeys.deleteAllOf(userId);
      await tx.idempotencyKeys.updateBodiesToErased([userId, user.messenger_id]);
    });
  }

  async #leaveAll(tx: Tx, userId: number): Promise<void> {
    for (const seats of this.#seats) await seats.leaveAll(tx, userId);
  }

  /** Writes only when the messenger says something new, or an hour has passed. */
  async #refreshed(user: User, data: MessengerPerson, signedAt: number): Promise<User> {
    // An app that was left open brings older data than another one of the same person.
    const isNewer = signedAt >= Date.parse(user.messenger_signed_at ?? '1970-01-01');
    // That they take messages was true when it was signed; the messenger has refused one since.
    const isRefuted = signedAt <= Date.parse(user.messenger_refused_at ?? '1970-01-01');
    const person = isRefuted ? { ...data, messenger_reachable: undefined } : data;
    const changed = NAMES.some((name) => person[name] !== undefined && person[name] !== user[name]);
    const lastSeen = Date.parse(user.last_seen_at ?? '1970-01-01');
    const now = this.#now();
    if (!(isNewer && changed) && now.getTime() - lastSeen < SEEN_RESOLUTION_MS) return user;

    const { messenger_id: _, ...names } = person;
    const refreshed = await this.#store.users.updateSeen(user.id, {
      ...(isNewer && { ...names, messenger_signed_at: new Date(signedAt).toISOString() }),
      last_seen_at: now.toISOString(),
    });
    if (!refreshed) throw unauthorized();
    return this.#invitations.claimFor(refreshed);
  }
}
