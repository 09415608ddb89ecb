import { spotsLeft } from '../../domain/attendance/attendables.ts';
import type { AttendeeImportRow, ImportResult } from '../../domain/imports.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { BulkImport, BulkImportsService, ImportRequest } from '../bulk-imports.service.ts';
import type { InvitationsService } from './invitations.service.ts';

/** Brings in who comes to a conference, by the hundred thousand. */
export class AttendeeImportsService {
  readonly #store: Store;
  readonly #hashOf: MessengerHash;
  readonly #invitations: InvitationsService;
  readonly #bulkImports: BulkImportsService;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    hashOf: MessengerHash;
    invitations: InvitationsService;
    bulkImports: BulkImportsService;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#hashOf = deps.hashOf;
    this.#invitations = deps.invitations;
    this.#bulkImports = deps.bulkImports;
    this.#now = deps.now;
  }

  /**
   * Registers who is a user, while there are seats; the others wait in the order of the rows. Who is
   * no user yet is invited. Good rows are kept when others fail, and sending the same rows again
   * changes nothing. Who has cancelled stays so.
   *
   * @throws AppError NOT_FOUND; whatever `rows` throws; then nothing is kept
   */
  async import(
    by: Administrator,
    conferenceId: number,
    sent: ImportRequest<AttendeeImportRow>,
  ): Promise<ImportResult> {
    const result = await this.#bulkImports.run(by, sent, this.#importOf(conferenceId));
    if (!sent.dryRun) await this.#invitations.claimAllOf(conferenceId);
    return result;
  }

  #importOf(conferenceId: number): BulkImport<AttendeeImportRow> {
    return {
      lineOf: (row, attendee) => {
        const { messenger_id } = attendee;
        const hash = messenger_id === undefined ? undefined : this.#hashOf(messenger_id);
        return this.#store.attendeeImports.lineOf(row, hash, attendee);
      },
      write: async (tx, lines) => {
        await tx.attendeeImports.insertLines(lines);
        const conference = await tx.conferences.lock(conferenceId);
        if (!conference) throw notFound('conference');

        await tx.attendeeImports.updateIdentified(conferenceId);
        const refused = await tx.attendeeImports.deleteRefused(conferenceId);
        const now = this.#now().toISOString();
        const spots = spotsLeft(conference);
        const { staged, ...come } = await tx.attendeeImports.upsertAttendances(conferenceId, {
          spots,
          now,
        });
        const invited = await tx.attendeeImports.upsertInvitations(conferenceId, now);
        const created = come.created + invited.created;
        return { refused, counts: { staged, created, updated: come.updated + invited.updated } };
      },
      audit: { action: 'conference.import_attendees', subjectId: conferenceId },
    };
  }
}
