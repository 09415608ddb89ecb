import type { Administrator } from '../../domain/administration/administrators.ts';
import type { CheckedRow, ImportResultOf } from '../../domain/imports.ts';
import type { UnusedGroup } from '../../domain/programme/agenda-groups.ts';
import { AgendaImportWarnings, shortened } from '../../domain/programme/agenda-import-plan.ts';
import {
  type AbsentItem,
  type AgendaImportCounts,
  type AgendaImportRow,
  MAX_AGENDA_ROWS,
  withInstants,
} from '../../domain/programme/agenda-imports.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import type { AgendaImportChange } from '../../domain/programme/import-changes.ts';
import type { ImportFindings, SourceTerms } from '../../domain/programme/source-imports.ts';
import { type Remark, remark } from '../../domain/reasons.ts';
import { notFound, tooMany } from '../../errors.ts';
import { clockOffsetOf, instantAt } from '../../lib/time-zones.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { BulkImportsService, ImportRequest } from '../bulk-imports.service.ts';
import type { ImportedAgendaService } from './imported-agenda.service.ts';

interface AgendaImportRequest extends ImportRequest<AgendaImportRow, AgendaImportReport> {
  /** Whether people are notified of moved and cancelled items. */
  readonly notify: boolean;
  /** What to do with items that the source no longer has: keep or cancel them. */
  readonly absent: 'keep' | 'cancel';
  /** Absent of an upload. */
  readonly source?: SourceTerms | undefined;
}

export interface AgendaImportReport extends ImportResultOf<AgendaImportCounts>, ImportFindings {
  /**
   * The items of earlier imports from the same source that this import does not contain, without
   * cancelled ones.
   */
  readonly absent: readonly AbsentItem[];
  /** The first 1,000 items that it created, updated or cancelled. */
  readonly changed: readonly AgendaImportChange[];
  /** The number of people whom the import would notify; absent if it is written at once. */
  readonly would_notify?: number | undefined;
  /** Rooms without an item or event, for instance after a rename at the source. */
  readonly unused_rooms: readonly UnusedGroup[];
  readonly warnings: readonly Remark[];
}

type Result = ImportResultOf<AgendaImportCounts>;
type Found = Omit<AgendaImportReport, keyof Result>;

interface Deps {
  readonly store: Store;
  readonly bulkImports: BulkImportsService;
  readonly agenda: ImportedAgendaService;
}

/** Imports the agenda items and speakers of a conference from a sheet or a schedule. */
export class AgendaImportsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The zone of times without one.
   * @throws AppError NOT_FOUND
   */
  async timezoneOf(conferenceId: number): Promise<string> {
    const conference = await this.#deps.store.conferences.find(conferenceId);
    if (!conference) throw notFound('conference');
    return conference.timezone;
  }

  /**
   * Creates and updates agenda items; fields that an administrator edited stay. Items that the
   * source had earlier and has no longer are absent: they stay, or are cancelled unless a row failed.
   * Speakers are known by source and key, else by name in the lineup, or else created. Valid rows are
   * written even if others fail; sending the same rows again changes nothing. Notifies each person
   * once of all moved and cancelled items.
   *
   * @throws AppError NOT_FOUND; VALIDATION_ERROR for more than 10,000 rows, or the error of `rows`;
   *   then nothing is written
   */
  async import(
    by: Administrator,
    conferenceId: number,
    { rows, dryRun, keeps, notify, absent, source }: AgendaImportRequest,
  ): Promise<AgendaImportReport> {
    const conference = await this.#deps.store.conferences.find(conferenceId);
    if (!conference) throw notFound('conference');
    const seen = { failed: 0, warnings: new AgendaImportWarnings(conference) };
    let found = NOTHING;
    const reportOf = (result: Result): AgendaImportReport => {
      const isKept = absent === 'cancel' && seen.failed > 0 && found.absent.length > 0;
      const kept = isKept ? [ABSENT_KEPT] : [];
      const warnings = [...shortened(found.warnings), ...seen.warnings.list, ...kept];
      return { ...result, ...found, warnings };
    };
    const sent = {
      rows: inZone(rows, conference, seen),
      dryRun,
      keeps: keeps && ((tx: Tx, result: Result) => keeps(tx, reportOf(result))),
    };
    const result = await this.#deps.bulkImports.run<AgendaImportRow, AgendaImportCounts>(by, sent, {
      lineOf: (row, value) => `${JSON.stringify({ row, value })}\n`,
      write: async (tx, read) => {
        // An item whose row failed is not absent.
        const cancelsAbsent = absent === 'cancel' && seen.failed === 0;
        const { conference_ids } = by;
        const staged = { conferenceId, conference_ids, read, notify, cancelsAbsent, source };
        const newestId = await tx.read.notifiedUsers.findNewestId();
        const { counts, refused, ...written } = await this.#deps.agenda.write(tx, staged);
        const isCounted = dryRun || keeps !== undefined;
        const would_notify = isCounted ? await tx.read.notifiedUsers.count(newestId) : undefined;
        found = { ...written, would_notify };
        return { counts, refused };
      },
      audit: { action: 'agenda.import', subjectId: conferenceId },
    });
    return reportOf(result);
  }
}

const NOTHING: Found = {
  absent: [],
  changed: [],
  unused_rooms: [],
  warnings: [],
  known: 0,
  moved_far: 0,
  edited: [],
  edited_fields: 0,
};

const ABSENT_KEPT = remark('Absent items are not cancelled, because rows failed', 'absent_kept');

/**
 * The rows with instants. Adds their errors to `seen`.
 * @throws AppError VALIDATION_ERROR for too many rows
 */
async function* inZone(
  rows: ImportRequest<AgendaImportRow>['rows'],
  { timezone }: Conference,
  seen: { failed: number; readonly warnings: AgendaImportWarnings },
): AsyncGenerator<CheckedRow<AgendaImportRow>> {
  const offset = clockOffsetOf(timezone);
  const instantOf = (time: string) =>
    /(?:Z|[+-]\d\d:\d\d)$/.test(time)
      ? new Date(time).toISOString()
      : new Date(instantAt(Date.parse(`${time}Z`), offset)).toISOString();
  let count = 0;
  for await (const given of rows) {
    if (++count > MAX_AGENDA_ROWS) {
      throw tooMany('file', MAX_AGENDA_ROWS, 'rows');
    }
    const checked = 'error' in given ? given : withInstants(given, instantOf);
    if ('error' in checked) seen.failed += 1;
    else seen.warnings.check(checked);
    yield checked;
  }
}
