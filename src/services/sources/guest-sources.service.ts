import type { Administrator } from '../../domain/administration/administrators.ts';
import { refused } from '../../domain/attendance/attendee-bulk.ts';
import { ticketCodeHashes } from '../../domain/attendance/guest-keys.ts';
import type { AttendeeImportRow, Refused } from '../../domain/imports.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  guestBrakes,
  guestRow,
  leftOutWarnings,
  outcomeOfCancellation,
  type ShopRegistration,
} from '../../domain/sources/guest-sources.ts';
import { isGuestKind } from '../../domain/sources/source-settings.ts';
import type {
  ReadSource,
  SourceContent,
  SourceImport,
  SourceOutcome,
  SourceRow,
} from '../../domain/sources/sources.ts';
import { notFound } from '../../errors.ts';
import type { GuestLists } from '../../integrations/sources/guest-lists.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type {
  AttendeeImportsService,
  ImportingSource,
} from '../attendance/attendee-imports.service.ts';
import type { OrganizerChangesService } from '../attendance/organizer-changes.service.ts';
import { ListedGuests } from './listed-guests.service.ts';
import type { GuestReader, WithdrawnRegistration } from './source-imports.service.ts';

/** The most guests of a list that a report names. */
const MAX_LISTED = 1_000;

interface Deps {
  readonly store: Store;
  readonly lists: () => Promise<GuestLists>;
  /** Checks the cells of a row as an upload does. */
  readonly checkRow: (cells: object) => { readonly value: AttendeeImportRow } | Refused;
  readonly imports: AttendeeImportsService;
  readonly changes: OrganizerChangesService<Conference>;
  readonly hashOf: KeyedHash;
}

type Imported = Parameters<ImportingSource['keeps']>[1];
type GuestImport = SourceImport<Tx>;

/** The guest lists of ticket shops: reads them by API, and hands them to the importer of guest lists. */
export class GuestSourcesService implements GuestReader {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** As `GuestLists.fetch`. */
  async fetch(
    { kind, ...source }: ReadSource,
    credential: string | null,
    signal: AbortSignal,
  ): Promise<SourceContent> {
    const lists = await this.#deps.lists();
    if (!isGuestKind(kind)) throw new Error(`a source of the kind ${kind} has no guests`);
    return lists.fetch({ ...source, kind }, credential ?? '', signal);
  }

  /**
   * Imports a list, then withdraws what the shop says is cancelled and nobody has claimed. Claimed ones are
   * listed, or withdrawn if the settings of the source say so. A guest who is only missing from a whole
   * list is reported as absent.
   *
   * @throws AppError as `AttendeeImportsService.import`; then nothing is written
   */
  async import(given: GuestImport): Promise<SourceOutcome> {
    const { by, source } = given;
    const { imports, checkRow, hashOf } = this.#deps;
    const listed = new ListedGuests({ checkRow, hashOf }, given);
    let outcome: SourceOutcome | undefined;
    await imports.import(by, source.conference_id, {
      rows: listed.rows(),
      dryRun: false,
      keepEmail: source.settings.keep_email ?? false,
      source: {
        id: source.id,
        keeps: async (tx, imported) => {
          outcome = await this.#outcome(tx, given, { listed, imported });
          return given.decide(tx, outcome);
        },
      },
    });
    if (!outcome) throw new Error('an import ended without a decision');
    return outcome;
  }

  /**
   * Withdraws registrations that the source brought: guests, and attendees who have claimed theirs and are
   * notified. Safe to repeat.
   *
   * @returns the results in the order of the ids
   * @throws AppError NOT_FOUND for the conference
   */
  async withdraw(
    by: Administrator,
    { id: source_id, conference_id }: Pick<ReadSource, 'id' | 'conference_id'>,
    ids: readonly number[],
  ): Promise<readonly WithdrawnRegistration[]> {
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.lock(conference_id))) throw notFound('conference');
      const found = await tx.guests.listOfSource({ conference_id, source_id }, ids);
      const done = await this.#withdraw(tx, by, conference_id, { found, notify: true });
      return ids.map((id) => done.get(id) ?? resultOf(id, unknown));
    });
  }

  async #outcome(
    tx: Tx,
    { by, source, notify }: GuestImport,
    { listed, imported }: { readonly listed: ListedGuests; readonly imported: Imported },
  ): Promise<SourceOutcome> {
    const { conference_id, id: source_id, settings } = source;
    const newestId = await tx.read.notifiedUsers.findNewestId();
    const ofSource = { conference_id, source_id };
    const present = { hashes: listed.presentHashes, limit: MAX_LISTED };
    const { count, absent, ids } = await tx.guests.findAbsent(ofSource, present);
    const cancelled = await this.#cancelled(tx, conference_id, listed);
    const rows = cancelled.map(({ key, registration }) =>
      guestRow(key, registration.id, outcomeOfCancellation(registration, settings)),
    );
    const found = cancelled
      .map(({ registration }) => registration)
      .filter((one) => outcomeOfCancellation(one, settings) === 'withdrawn');
    await this.#withdraw(tx, by, conference_id, { found, notify });
    const absentRows = listed.isWhole
      ? ids.map((id) => guestRow(`registration-${id}`, id, 'absent'))
      : [];
    return {
      counts: {
        ...countsOf(imported),
        total: listed.count,
        withdrawn: found.length,
        to_withdraw: rows.length - found.length,
        absent: listed.isWhole ? absent : 0,
      },
      rows: [...rows, ...this.#changed(imported, listed), ...absentRows],
      refused: imported.errors.map(({ row, error }) => ({ row, error })),
      warnings: leftOutWarnings(listed.leftOut),
      would_notify: await tx.read.notifiedUsers.count(newestId),
      brakes: guestBrakes({ cancelled: rows.length, guests: count }),
    };
  }

  #changed({ changed }: Imported, listed: ListedGuests): SourceRow[] {
    return changed.map(({ row, invitation_id, result }) =>
      guestRow(listed.keyOf(row), invitation_id, result),
    );
  }

  /** The registrations of the tickets that the shop cancelled, each with the key of its row. */
  async #cancelled(tx: Tx, conferenceId: number, { cancelled }: ListedGuests) {
    const keys = new Map(
      cancelled.flatMap(({ key, ticket_code }) =>
        ticketCodeHashes(this.#deps.hashOf, ticket_code).all.map((hash) => [hash, key] as const),
      ),
    );
    if (keys.size === 0) return [];
    const found = await tx.guests.listByTicketCodes(conferenceId, [...keys.keys()]);
    return found.map((registration) => ({
      registration,
      key: keys.get(registration.ticket_code_hash) ?? '',
    }));
  }

  async #withdraw(
    tx: Tx,
    by: Administrator,
    conferenceId: number,
    { found, notify }: { readonly found: readonly ShopRegistration[]; readonly notify: boolean },
  ): Promise<ReadonlyMap<number, WithdrawnRegistration>> {
    const idOfUser = new Map(found.map(({ id, user_id }) => [user_id, id]));
    if (found.length === 0) return new Map();
    const results = await this.#deps.changes.changeManyIn(tx, by, conferenceId, {
      user_ids: found.flatMap(({ user_id }) => user_id ?? []),
      invitation_ids: found.filter(({ user_id }) => user_id === null).map(({ id }) => id),
      wish: { status: 'withdrawn', over_capacity: false, notify },
    });
    return new Map(
      results.map((result) => {
        const id = result.invitation_id ?? idOfUser.get(result.user_id) ?? 0;
        return [id, resultOf(id, result)];
      }),
    );
  }
}

const unknown = refused({ invitation_id: 0 }, notFound('invitation'));

const resultOf = (
  id: number,
  { error, code }: Pick<typeof unknown, 'error' | 'code'>,
): WithdrawnRegistration =>
  error === null ? { id, status: 'withdrawn' } : { id, error, code: code ?? undefined };

const countsOf = ({
  created,
  updated,
  unchanged,
  failed,
  left_out_count,
  waitlisted,
}: Imported) => ({
  created,
  updated,
  unchanged,
  failed,
  left_out: left_out_count,
  waitlisted,
});
