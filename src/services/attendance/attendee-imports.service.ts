import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Administrator, missingScope } from '../../domain/administration/administrators.ts';
import { checkSeesContacts } from '../../domain/administration/contacts.ts';
import { spotsLeft } from '../../domain/attendance/attendables.ts';
import {
  type AttendeePreview,
  attendeePreview,
  firstRowsIn,
  type StagedPreview,
} from '../../domain/attendance/attendee-previews.ts';
import {
  emailHashes,
  keptEmailAt,
  orderHashes,
  ticketCodeEnd,
  ticketCodeHashes,
  usernameHashes,
} from '../../domain/attendance/guest-keys.ts';
import {
  type AttendeeImportCounts,
  type AttendeeImportRow,
  type CheckedRow,
  type ErasedRows,
  type GuestRow,
  type ImportResultOf,
  type LeftOutRow,
  LeftOutRows,
} from '../../domain/imports.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import type { Encryption } from '../../lib/encryption.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { ChangedRow } from '../../repositories/attendance/attendee-imports.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { BulkImportsService, ImportRequest } from '../bulk-imports.service.ts';
import { type Attendables, lockExisting } from './attendables.service.ts';
import type { InvitationsService } from './invitations.service.ts';

/** The number of addresses that are encrypted and stored by one statement. */
const KEPT_AT_ONCE = 2_000;

interface AttendeeImportRequest extends Omit<ImportRequest<AttendeeImportRow>, 'rows'> {
  readonly rows: AsyncIterable<GuestRow<AttendeeImportRow>>;
  /** Whether the addresses of guests are stored, encrypted. Their hashes always are. */
  readonly keepEmail: boolean;
  readonly source?: ImportingSource | undefined;
}

/** A source whose list is imported. */
export interface ImportingSource {
  readonly id: number;
  /** As `keeps` of `ImportRequest`, with the first rows that create or change a guest. */
  keeps(tx: Tx, imported: ImportedBySource): Promise<boolean>;
}

interface ImportedBySource extends ImportResultOf<AttendeeImportCounts> {
  readonly changed: readonly ChangedRow[];
}

interface AttendeeImported extends ImportResultOf<AttendeeImportCounts> {
  readonly left_out: readonly LeftOutRow[];
  /** Null unless it is a dry run by who may read attendees. */
  readonly preview: AttendeePreview | null;
}

interface Deps {
  readonly store: Store;
  readonly attendables: Attendables<Conference>;
  readonly hashOf: MessengerHash;
  readonly guestHashOf: KeyedHash;
  readonly encryption: Encryption;
  readonly invitations: InvitationsService;
  readonly bulkImports: BulkImportsService;
  /** Gives free seats to the queue of a conference. */
  readonly promoteAt: (tx: Tx, conferenceId: number) => Promise<void>;
  readonly now: () => Date;
}

/** Imports attendees of a conference, up to 100,000 in one request. */
export class AttendeeImportsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Registers users and invites people who are not users yet: with a seat while seats are free, then
   * with a place in the queue, in row order. Valid rows are written even if others fail; sending the same rows
   * again changes nothing. A row of a user who has cancelled or of a withdrawn invitation fails; one
   * of an erased guest is left out.
   *
   * @throws AppError FORBIDDEN for a dry run without `people:contacts`; NOT_FOUND; CONFERENCE_CANCELLED; or
   *   the error of `rows`; then nothing is written
   */
  async import(
    by: Administrator,
    conferenceId: number,
    { rows, keepEmail, source, ...sent }: AttendeeImportRequest,
  ): Promise<AttendeeImported> {
    // Its counts would say whom a contact belongs to, and nothing would record that it was asked.
    if (sent.dryRun) checkSeesContacts(by);
    const leftOut = new LeftOutRows();
    const isPreviewed = sent.dryRun && !missingScope(by.scopes, ['attendees:read']);
    let erased: ErasedRows = { count: 0, rows: [] };
    let previewed: readonly StagedPreview[] = [];
    let changed: readonly ChangedRow[] = [];
    const keeps =
      source &&
      ((tx: Tx, imported: ImportResultOf<AttendeeImportCounts>) =>
        source.keeps(tx, { ...imported, changed }));
    const result = await this.#deps.bulkImports.run(
      by,
      { ...sent, rows: withoutLeftOut(rows, leftOut), keeps },
      {
        lineOf: (row, attendee) =>
          this.#lineOf(row, attendee, { keepEmail, source_id: source?.id ?? null }),
        write: async (tx, read) => {
          const isLimited = by.conference_ids !== null;
          const how = { keepEmail, isLimited, isPreviewed, isListed: source !== undefined };
          const { counts, refused, ...further } = await this.#write(tx, conferenceId, read, how);
          ({ erased, previewed, changed } = further);
          const left_out_count = leftOut.count + erased.count;
          return { refused, counts: { ...counts, left_out_count } };
        },
        audit: { action: 'conference.import_attendees', subjectId: conferenceId },
      },
    );
    if (!result.dry_run) await this.#deps.invitations.claimAllOf(conferenceId);
    const left_out = leftOut.with(erased);
    const import_id = result.dry_run ? null : result.import_id;
    const preview = isPreviewed
      ? attendeePreview(previewed, { left_out, errors: result.errors })
      : null;
    return { ...result, import_id, left_out, preview };
  }

  #lineOf(
    row: number,
    { order_code, ...attendee }: AttendeeImportRow,
    { keepEmail, source_id }: { readonly keepEmail: boolean; readonly source_id: number | null },
  ): string {
    const { messenger_id, ticket_code, scan_code, email, username } = attendee;
    const hashOf = this.#deps.guestHashOf;
    const hashes = {
      messenger: messenger_id === undefined ? undefined : this.#deps.hashOf(messenger_id).all,
      ticket: ticket_code === undefined ? undefined : ticketCodeHashes(hashOf, ticket_code).all,
      scan: scan_code === undefined ? undefined : ticketCodeHashes(hashOf, scan_code).all,
      order: order_code === undefined ? undefined : orderHashes(hashOf, order_code).all,
      email: email === undefined ? undefined : emailHashes(hashOf, email).all,
      username: username === undefined ? undefined : usernameHashes(hashOf, username).all,
    };
    return this.#deps.store.attendeeImports.lineOf(row, hashes, {
      ...attendee,
      source_id,
      ticket_code_end: ticket_code === undefined ? null : ticketCodeEnd(ticket_code),
      email: keepEmail ? email : undefined,
    });
  }

  async #write(
    tx: Tx,
    conferenceId: number,
    read: () => Readable,
    {
      keepEmail,
      isLimited,
      isPreviewed,
      isListed,
    }: Readonly<Record<'keepEmail' | 'isLimited' | 'isPreviewed' | 'isListed', boolean>>,
  ) {
    const { attendeeImports } = tx;
    await attendeeImports.insertLines(read());
    const conference = await lockExisting(this.#deps.attendables, tx, conferenceId);
    await this.#deps.attendables.checkTakesPlace(tx, conference);

    const erased = await attendeeImports.deleteErased(conferenceId);
    await attendeeImports.updateIdentified(conferenceId);
    if (isLimited) await attendeeImports.updateStrangers(conferenceId);
    const refused = await attendeeImports.deleteRefused(conferenceId);
    const now = this.#deps.now().toISOString();
    const keyId = this.#deps.guestHashOf('').key_id;
    await attendeeImports.updateSeats(conferenceId, spotsLeft(conference));
    const previewed = isPreviewed
      ? await attendeeImports.listPreviewed(conferenceId, firstRowsIn(refused.first))
      : [];
    const changed = isListed ? await attendeeImports.listChanged(conferenceId) : [];
    const { staged, by_username, ...registered } = await attendeeImports.upsertAttendances(
      conferenceId,
      now,
    );
    const importId = randomUUID();
    const invited = await attendeeImports.upsertInvitations(conferenceId, { now, keyId, importId });
    await attendeeImports.updateKeys(keyId);
    if (keepEmail) await this.#keepEmails(tx, conferenceId);
    const created = registered.created + invited.created;
    const updated = registered.updated + invited.updated;
    const import_id = invited.invited > 0 ? importId : null;
    // Who got another ticket type left a seat of the one before.
    if (conference.has_ticket_types && updated > 0) await this.#deps.promoteAt(tx, conferenceId);
    const waitlisted = await attendeeImports.countWaiting(conferenceId);
    return {
      erased,
      previewed,
      changed,
      refused,
      counts: { staged, created, updated, by_username, waitlisted, import_id },
    };
  }

  /** In batches, since an address is encrypted with the id of its row. */
  async #keepEmails(tx: Tx, conferenceId: number): Promise<void> {
    let after = 0;
    for (;;) {
      const limit = KEPT_AT_ONCE;
      const emails = await tx.guests.listEmailsToKeep(conferenceId, { after, limit });
      const kept = emails.map(({ invitation_id, email }) => ({
        invitation_id,
        encrypted: this.#deps.encryption.encrypt('guests', keptEmailAt(invitation_id), email),
      }));
      if (kept.length > 0) await tx.guests.updateKeptEmails(kept);
      if (emails.length < limit) return;
      after = emails.at(-1)?.row ?? after;
    }
  }
}

/** Yields the rows of guests, and collects the others. */
async function* withoutLeftOut<T>(
  rows: AsyncIterable<GuestRow<T>>,
  leftOut: LeftOutRows,
): AsyncGenerator<CheckedRow<T>> {
  for await (const given of rows) {
    if ('left_out' in given) leftOut.add(given.row, given.left_out);
    else yield given;
  }
}
