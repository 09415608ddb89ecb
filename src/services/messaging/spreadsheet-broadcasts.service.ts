import { type CheckedRow, mergeRefused, type RowError, RowErrors } from '../../domain/imports.ts';
import type {
  JobDraft,
  JobPreview,
  NotificationJob,
} from '../../domain/messaging/notification-jobs.ts';
import type { SpreadsheetRow } from '../../domain/messaging/spreadsheet-broadcasts.ts';
import { parseTemplate } from '../../domain/messaging/templates.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import { invalid } from '../../errors.ts';
import { type StagingFile, writeStagingFile } from '../../lib/staging-file.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { validLines } from '../bulk-imports.service.ts';
import type { JobRequest, NotificationJobsService } from './notification-jobs.service.ts';

/** What is kept of each person, at most 1,000 characters a column, shall stay small. */
const MAX_COLUMNS = 20;

/** A message to the people of a spreadsheet. */
export type SpreadsheetBroadcastRequest = Omit<JobRequest, 'audience'> & {
  readonly dry_run: boolean;
};

export interface Spreadsheet {
  readonly rows: AsyncIterable<CheckedRow<SpreadsheetRow>>;
  /** The names of its further columns. */
  readonly variables: readonly string[];
}

/** What became of the rows; `total` is the sum of `matched` and `failed`. */
interface SpreadsheetReport {
  readonly total: number;
  readonly matched: number;
  readonly failed: number;
  /** The first of the `failed` rows, in their order. */
  readonly errors: readonly RowError[];
}

export type SpreadsheetBroadcastOutcome = { readonly report: SpreadsheetReport } & (
  | { readonly job: NotificationJob }
  | { readonly preview: JobPreview }
);

/** Messages to those whom a spreadsheet names, with what it says of each. */
export class SpreadsheetBroadcastsService {
  readonly #store: Store;
  readonly #notificationJobs: NotificationJobsService;

  constructor(deps: { store: Store; notificationJobs: NotificationJobsService }) {
    this.#store = deps.store;
    this.#notificationJobs = deps.notificationJobs;
  }

  /**
   * Has the message sent to whoever is known; the other rows are named. Memory does not grow with
   * the number of rows.
   *
   * @throws AppError VALIDATION_ERROR as bulk-send, and when nobody is known, save for a dry run;
   *   whatever `rows` throws; then nothing is kept
   */
  async send(
    by: Administrator,
    { dry_run, ...request }: SpreadsheetBroadcastRequest,
    { rows, variables }: Spreadsheet,
  ): Promise<SpreadsheetBroadcastOutcome> {
    const audience = { spreadsheet: true } as const;
    const draft = this.#notificationJobs.draftOf({ ...request, audience }, variables);
    const columns = columnsIn(draft, variables);
    const lineOf = (row: number, person: SpreadsheetRow) =>
      this.#store.broadcastRecipients.lineOf(row, only(columns, person));
    const errors = new RowErrors();
    // All rows are read and checked before the transaction, so that it is a short one.
    const staged = await writeStagingFile(validLines(rows, lineOf, errors));
    try {
      return await (dry_run
        ? this.#store.dryRun(async (tx) => {
            const { job, report } = await this.#insert(tx, by, { draft, staged, errors });
            return { preview: await this.#notificationJobs.previewIn(tx, job), report };
          })
        : this.#store.transaction(async (tx) => {
            const inserted = await this.#insert(tx, by, { draft, staged, errors });
            if (inserted.report.matched === 0) throw nobodyKnown(inserted.report);
            return inserted;
          }));
    } finally {
      await staged.delete();
    }
  }

  async #insert(
    tx: Tx,
    by: Administrator,
    { draft, staged, errors }: { draft: JobDraft; staged: StagingFile; errors: RowErrors },
  ): Promise<{ readonly job: NotificationJob; readonly report: SpreadsheetReport }> {
    await tx.broadcastRecipients.insertLines(staged.read());
    await tx.broadcastRecipients.updateIdentified();
    const refused = await tx.broadcastRecipients.deleteRefused();
    const job = await this.#notificationJobs.schedule(tx, by, draft);
    const matched = await tx.broadcastRecipients.insertStaged(job.id);
    const { failed, errors: named } = mergeRefused([errors, refused]);
    return { job, report: { total: matched + failed, matched, failed, errors: named } };
  }
}

/**
 * The columns that a message names: no others are kept.
 * @throws AppError VALIDATION_ERROR
 */
function columnsIn({ title, body }: JobDraft, variables: readonly string[]): ReadonlySet<string> {
  const parts = [...parseTemplate('title', title), ...parseTemplate('body', body)];
  const named = new Set(parts.map((part) => 'variable' in part && part.variable));
  const columns = variables.filter((name) => named.has(name));
  if (columns.length > MAX_COLUMNS) {
    throw invalid('body', `expected at most ${MAX_COLUMNS} columns of the file`);
  }
  return new Set(columns);
}

const only = (
  columns: ReadonlySet<string>,
  { variables, ...person }: SpreadsheetRow,
): SpreadsheetRow => ({
  ...person,
  variables: Object.fromEntries(Object.entries(variables).filter(([name]) => columns.has(name))),
});

function nobodyKnown({ errors: [first] }: SpreadsheetReport) {
  const why = first ? `; row ${first.row}, ${first.field ?? 'as a whole'}: ${first.error}` : '';
  return invalid('file', `nobody in it is known${why}`);
}
