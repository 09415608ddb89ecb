import type { Administrator } from '../../domain/administration/administrators.ts';
import { type AttendableIds, attendableKeys } from '../../domain/attendance/attendables.ts';
import { adminUserView } from '../../domain/people/admin-users.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import { type MessengerPerson, SEEN_RESOLUTION_MS, type User } from '../../domain/people/users.ts';
import { type ExpectedVersions, isExpected } from '../../domain/versions.ts';
import { preconditionFailed, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** The messenger data that each sign-in refreshes. */
const MESSENGER_COLUMNS = [
  'messenger_first_name',
  'messenger_last_name',
  'username',
  'language_code',
  'is_premium',
  'messenger_photo_url',
  'messenger_reachable',
] as const satisfies readonly (keyof MessengerPerson)[];

/** The attendances of events, or of conferences. */
export interface Seats {
  /** Cancels every attendance of the user that has not ended, and promotes from the waitlists. */
  cancelAllOf(tx: Tx, userIds: readonly number[]): Promise<void>;
}

/** The invitations that a user may have before their first sign-in. */
export interface OpenInvitations {
  /**
   * Turns the user's invitations into registrations; resolves to the updated user. Never rejects.
   */
  claimFor(user: User): Promise<User>;
  /**
   * Reopens the invitations that the user claimed by username and did not use, with their seats.
   */
  reopenAllOf(tx: Tx, userId: number, reopened_at: string): Promise<void>;
  /**
   * Deletes all other invitations of the user, and gives their seats to others. Copies the bars of
   * the user to the hash.
   */
  eraseAllOf(tx: Tx, user: User, messengerHash: string): Promise<void>;
}

/** The partner account and the mint of a user. */
export interface PartnerErasure {
  /** Deletes it, in the transaction of the erasure. */
  eraseOf(tx: Tx, userId: number, erased_at: string): Promise<void>;
}

/** An erasure by an administrator, on the written request of the user. */
interface ErasureRequest {
  readonly by: Administrator;
  readonly ifMatch: ExpectedVersions;
}

interface Deps {
  readonly store: Store;
  readonly seats: readonly Seats[];
  readonly invitations: OpenInvitations;
  readonly partner: PartnerErasure;
  readonly hashOf: MessengerHash;
  readonly now: () => Date;
}

/** Creates, refreshes and erases users. */
export class AccountsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Signs in with verified messenger data: finds or creates the user, refreshes their messenger
   * data and claims their invitations. Concurrent first requests create one row.
   *
   * @param signedAt in milliseconds since 1970
   * @throws AppError UNAUTHORIZED if the data was signed before the user's erasure: a mini app that
   *   is still open does not recreate the account
   */
  async signIn(
    person: MessengerPerson,
    signedAt: number,
  ): Promise<{ user: User; created: boolean }> {
    const existing = await this.#deps.store.users.findByMessengerId(person.messenger_id);
    if (existing) return { user: await this.#refresh(existing, person, signedAt), created: false };

    const hashes = this.#deps.hashOf(person.messenger_id).all;
    const erased = await this.#deps.store.erasedPeople.findLatest(hashes);
    if (erased && signedAt <= Date.parse(erased.erased_at)) throw unauthorized();
    const newUser = {
      ...person,
      messenger_signed_at: new Date(signedAt).toISOString(),
      last_seen_at: this.#deps.now().toISOString(),
      is_blocked: erased?.is_blocked ?? false,
    };
    const user = erased
      ? await this.#insertReturned(newUser, hashes)
      : await this.#deps.store.users.insertIfAbsent(newUser);
    if (user) return { user: await this.#deps.invitations.claimFor(user), created: true };
    // A concurrent first request or an import has inserted the user since the lookup above.
    const concurrent = await this.#deps.store.users.findByMessengerId(person.messenger_id);
    if (!concurrent) throw unauthorized();
    return { user: await this.#refresh(concurrent, person, signedAt), created: false };
  }

  /**
   * Erases a user: empties their personal data, cancels their attendances and invalidates their
   * tokens. Does nothing if the user is already erased. The audit log records who did it, if it was
   * an administrator.
   *
   * @throws AppError PRECONDITION_FAILED for another version than the administrator expects
   */
  async erase(userId: number, request?: ErasureRequest): Promise<void> {
    const { store } = this.#deps;
    let isErased = false;
    // Repeated only if requests of the user itself get ahead of the locks.
    while (!isErased) {
      const attendables = await this.#attendablesOf(store, userId);
      isErased = await store.limited(attendableKeys(attendables), () =>
        store.transaction((tx) => this.#erase(tx, userId, attendables, request)),
      );
    }
  }

  /**
   * Locks everything in the lock order before the first change. Resolves to false, without a change,
   * if the user had more attendables than given once their row was locked.
   */
  async #erase(
    tx: Tx,
    userId: number,
    locked: AttendableIds,
    request: ErasureRequest | undefined,
  ): Promise<boolean> {
    await tx.conferences.lockMany(locked.conferences);
    await tx.events.lockMany(locked.events);
    await tx.speakers.lockOfUser(userId);
    const user = await tx.users.lock(userId);
    if (!user?.messenger_id) return true;
    if (!isExpected(user, request?.ifMatch)) throw preconditionFailed(adminUserView(user));
    // Attendances and side events of this user can only be inserted while their row is not locked.
    const known = new Set(attendableKeys(locked));
    const current = attendableKeys(await this.#attendablesOf(tx, userId));
    if (current.some((key) => !known.has(key))) return false;
    tx.pinToPrimary('all');
    await this.#eraseLocked(tx, { ...user, messenger_id: user.messenger_id });
    if (request) await tx.audit.record(request.by, 'user.erase', userId, {});
    return true;
  }

  async #eraseLocked(tx: Tx, user: User & { readonly messenger_id: number }): Promise<void> {
    const userId = user.id;
    const erased_at = this.#deps.now().toISOString();
    await tx.webhookChanges.insertErased(userId);
    // Runs before the cancellations, which give their seats to the next in the queue.
    await this.#deps.invitations.reopenAllOf(tx, userId, erased_at);
    for (const seats of this.#deps.seats) await seats.cancelAllOf(tx, [userId]);
    await tx.eventAttendances.deleteOrganizerNotesOf(userId);
    await tx.conferenceAttendances.deleteOrganizerNotesOf(userId);
    const { newest: messenger_hash, key_id } = this.#deps.hashOf(user.messenger_id);
    await tx.erasedPeople.upsert({
      messenger_hash,
      key_id,
      erased_at,
      is_blocked: user.is_blocked,
    });
    await tx.connections.deleteAllOf(userId);
    await tx.blocks.deleteAllOf(userId);
    await tx.userReports.deleteAllAbout(userId);
    await tx.userReports.updateErasedOf(userId);
    await tx.recommendations.deleteAllOf(userId);
    await tx.cachedRankings.deleteAllOf(userId);
    await tx.matchTerms.deleteAllOf(userId);
    await tx.notifications.lockAllOf(userId);
    await tx.notifications.deleteContentsOf(userId);
    await tx.botMessages.deleteAllOf(userId);
    await tx.messengerChats.delete(user.messenger_id);
    await tx.broadcastRecipients.deleteAllOf(userId);
    await tx.broadcasts.deleteMessengerId(user.messenger_id);
    await tx.notifications.deleteAllAbout(userId);
    await this.#deps.invitations.eraseAllOf(tx, user, messenger_hash);
    const unpublished = await tx.events.deleteUnpublishedOf(userId);
    await tx.audit.deleteValuesAbout(
      'event',
      unpublished.map((event) => event.id),
    );
    await tx.events.deleteContactsOf(userId);
    await tx.audit.deleteValuesAbout('feedback', await tx.feedback.updateErasedOf(userId));
    const submissions = await tx.personalQuestData.updateSubmissionsOf(userId, erased_at);
    await tx.audit.deleteValuesAbout('quest_submission', submissions);
    const requests = await tx.personalQuestData.updateRequestsOf(userId, erased_at);
    await tx.audit.deleteValuesAbout('quest_registration_request', requests);
    await tx.webhookChanges.insertChanged('registration_request.changed', requests);
    await tx.personalQuestData.updateReasonsOf(userId);
    await tx.unsignedCalls.deleteAllOf(userId);
    await tx.messengerUpdates.deleteContentsOf(user.messenger_id);
    await tx.agendaFavorites.deleteAllOf(userId);
    await tx.formAnswers.deleteAllOf(userId);
    await tx.questions.updateErasedOf(userId);
    await tx.questions.deleteAllOf(userId);
    await tx.calendarLinks.delete(userId);
    await tx.streamTickets.deleteAllOf(userId);
    await tx.notificationSettings.delete(userId);
    await tx.sessionReminders.deleteAllOf(userId);
    await tx.enrichmentJobs.deleteAllOf(userId);
    await tx.enrichments.delete(userId);
    await tx.speakers.deleteUserLink(userId);
    // Their files are deleted by the worker.
    const uploads = await tx.media.updateDeletingOf(userId);
    if (uploads > 0) await tx.jobs.add('delete-media', null);
    await this.#deps.partner.eraseOf(tx, userId, erased_at);
    await tx.audit.deleteValuesAbout('user', [userId]);
    await tx.audit.deleteUserOfSpeakers(userId);
    await tx.users.updateErased(userId, erased_at);
    await tx.idempotencyKeys.deleteAllOf(userId);
    await tx.idempotencyKeys.updateBodiesToErased([userId, user.messenger_id]);
  }

  async #attendablesOf(
    { conferences, events }: Pick<Tx, 'conferences' | 'events'>,
    userId: number,
  ): Promise<AttendableIds> {
    const now = this.#deps.now().toISOString();
    return {
      conferences: await conferences.listIdsOf(userId, now),
      events: await events.listIdsOf(userId, now),
    };
  }

  /** Inserts the user with the bars of their erased account, which claims must see together. */
  async #insertReturned(
    newUser: Parameters<Store['users']['insertIfAbsent']>[0],
    hashes: readonly string[],
  ): Promise<User | undefined> {
    return this.#deps.store.transaction(async (tx) => {
      const user = await tx.users.insertIfAbsent(newUser);
      if (user) await tx.invitationClaims.updateBarsOfReturned(user.id, hashes);
      return user;
    });
  }

  /** Writes only if the messenger data has changed, or once an hour. */
  async #refresh(user: User, data: MessengerPerson, signedAt: number): Promise<User> {
    // A mini app that stays open sends older data than a newer one of the same user.
    const isNewer = signedAt >= Date.parse(user.messenger_signed_at ?? '1970-01-01');
    // The data says that the bot may write, but the messenger has refused a message since.
    const isRefuted = signedAt <= Date.parse(user.messenger_refused_at ?? '1970-01-01');
    const person = isRefuted ? { ...data, messenger_reachable: undefined } : data;
    const changed = MESSENGER_COLUMNS.some(
      (column) => person[column] !== undefined && person[column] !== user[column],
    );
    const lastSeen = Date.parse(user.last_seen_at ?? '1970-01-01');
    const now = this.#deps.now();
    if (!(isNewer && changed) && now.getTime() - lastSeen < SEEN_RESOLUTION_MS) return user;

    const { messenger_id: _, ...columns } = person;
    const signIn = {
      ...(isNewer && { ...columns, messenger_signed_at: new Date(signedAt).toISOString() }),
      last_seen_at: now.toISOString(),
    };
    const refreshed = await (user.last_seen_at === null
      ? this.#deps.store.users.updateFirstSeen(user.id, signIn)
      : this.#deps.store.users.updateSeen(user.id, signIn));
    if (!refreshed) throw unauthorized();
    if (isNewer && changed) this.#deps.store.pinToPrimary([user.id]);
    return this.#deps.invitations.claimFor(refreshed);
  }
}
