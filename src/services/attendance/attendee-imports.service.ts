import type { Administrator } from '../../domain/administration/administrators.ts';
import { spotsLeft } from '../../domain/attendance/attendables.ts';
import type {
  AttendeeImportCounts,
  AttendeeImportRow,
  ImportResultOf,
} from '../../domain/imports.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { BulkImport, BulkImportsService, ImportRequest } from '../bulk-imports.service.ts';
import type { Attendables } from './attendables.service.ts';
import type { InvitationsService } from './invitations.service.ts';

/** Imports attendees of a conference, up to 100,000 in one request. */
export class AttendeeImportsService {
  readonly #store: Store;
  readonly #attendables: Attendables<Conference>;
  readonly #hashOf: MessengerHash;
  readonly #invitations: InvitationsService;
  readonly #bulkImports: BulkImportsService;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    attendables: Attendables<Conference>;
    hashOf: MessengerHash;
    invitations: InvitationsService;
    bulkImports: BulkImportsService;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#attendables = deps.attendables;
    this.#hashOf = deps.hashOf;
    this.#invitations = deps.invitations;
    this.#bulkImports = deps.bulkImports;
    this.#now = deps.now;
  }

  /**
   * Registers users and invites people who are not users yet: with a seat while seats are free, then
   * with a place in the queue, in row order. Valid rows are written even if others fail; sending the same rows
   * again changes nothing. A row of a user who has cancelled or of a withdrawn invitation fails.
   *
   * @throws AppError NOT_FOUND; CONFERENCE_CANCELLED; or the error of `rows`; then nothing is written
   */
  async import(
    by: Administrator,
    conferenceId: number,
    sent: ImportRequest<AttendeeImportRow>,
  ): Promise<ImportResultOf<AttendeeImportCounts>> {
    const result = await this.#bulkImports.run(by, sent, this.#importOf(conferenceId));
    if (!sent.dryRun) await this.#invitations.claimAllOf(conferenceId);
    return result;
  }

  #importOf(conferenceId: number): BulkImport<AttendeeImportRow, AttendeeImportCounts> {
    return {
      lineOf: (row, attendee) => {
        const { messenger_id } = attendee;
        const hashes = messenger_id === undefined ? undefined : this.#hashOf(messenger_id).all;
        return this.#store.attendeeImports.lineOf(row, hashes, attendee);
      },
      write: async (tx, read) => {
        await tx.attendeeImports.insertLines(read());
        const conference = await tx.conferences.lock(conferenceId);
        if (!conference) throw notFound('conference');
        await this.#attendables.checkTakesPlace(tx, conference);

        await tx.attendeeImports.updateIdentified(conferenceId);
        const refused = await tx.attendeeImports.deleteRefused(conferenceId);
        const now = this.#now().toISOString();
        await tx.attendeeImports.updateSeats(conferenceId, spotsLeft(conference));
        const { staged, by_username, ...registered } = await tx.attendeeImports.upsertAttendances(
          conferenceId,
          now,
        );
        const invited = await tx.attendeeImports.upsertInvitations(conferenceId, now);
        const created = registered.created + invited.created;
        const updated = registered.updated + invited.updated;
        const waitlisted = await tx.attendeeImports.countWaiting(conferenceId);
        return { refused, counts: { staged, created, updated, by_username, waitlisted } };
      },
      locks: [`conference:${conferenceId}`],
      audit: { action: 'conference.import_attendees', subjectId: conferenceId },
    };
  }
}
