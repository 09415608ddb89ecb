import { spotsLeft } from '../../domain/attendance/attendables.ts';
import type { AttendeeImport, ImportResult } from '../../domain/imports.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { BulkImport, BulkImportsService, SentRows } from '../bulk-imports.service.ts';
import type { AccountsService } from '../people/accounts.service.ts';
import type { InvitationsService } from './invitations.service.ts';

/** Brings in who comes to a conference, by the hundred thousand. */
export class AttendeeImportsService {
  readonly #store: Store;
  readonly #accounts: AccountsService;
  readonly #invitations: InvitationsService;
  readonly #bulkImports: BulkImportsService;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    accounts: AccountsService;
    invitations: InvitationsService;
    bulkImports: BulkImportsService;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#accounts = deps.accounts;
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
    sent: SentRows<AttendeeImport>,
  ): Promise<ImportResult> {
    const result = await this.#bulkImports.run(by, sent, this.#importOf(conferenceId));
    if (!sent.dryRun) await this.#invitations.claimAllOf(conferenceId);
    return result;
  }

  #importOf(conferenceId: number): BulkImport<AttendeeImport> {
    return {
      lineOf: (row, attendee) => {
        const { messenger_id } = attendee;
        const hash = messenger_id === undefined ? undefined : this.#accounts.hashOf(messenger_id);
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
