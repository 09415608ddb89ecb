import type { Administrator } from '../../domain/administration/administrators.ts';
import { seesContacts } from '../../domain/administration/contacts.ts';
import { type CheckedRow, mergeRefused, type RowError, RowErrors } from '../../domain/imports.ts';
import type { SpreadsheetRow } from '../../domain/messaging/broadcast-recalls.ts';
import type {
  Broadcast,
  BroadcastDraft,
  BroadcastPreview,
} from '../../domain/messaging/broadcasts.ts';
import { templatesOf } from '../../domain/messaging/languages.ts';
import { parseTemplate } from '../../domain/messaging/templates.ts';
import { reason } from '../../domain/reasons.ts';
import { invalid, tooMany } from '../../errors.ts';
import { oneLine } from '../../lib/one-line.ts';
import { type StagingFile, writeStagingFile } from '../../lib/temporary-files.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { validLines } from '../bulk-imports.service.ts';
import type { BroadcastPreviewsService } from './broadcast-previews.service.ts';
import type { BroadcastRequest, BroadcastsService } from './broadcasts.service.ts';

/** Bounds the stored variables per recipient: a cell holds up to 1,000 characters. */
const MAX_COLUMNS = 20;

/** A broadcast to the users in a spreadsheet. */
export type SpreadsheetBroadcastRequest = Omit<BroadcastRequest, 'audience'> & {
  readonly dry_run: boolean;
};

export interface Spreadsheet {
  readonly rows: AsyncIterable<CheckedRow<SpreadsheetRow>>;
  /** The names of the columns that templates can use. */
  readonly variables: readonly string[];
}

/** The result for the rows; `total` is the sum of `matched` and `failed`. */
interface SpreadsheetReport {
  readonly total: number;
  readonly matched: number;
  readonly failed: number;
  /** The first failed rows, in row order. */
  readonly errors: readonly RowError[];
}

export type SpreadsheetBroadcastOutcome = { readonly report: SpreadsheetReport } & (
  | { readonly job: Broadcast }
  | { readonly preview: BroadcastPreview }
);

interface Deps {
  readonly store: Store;
  readonly broadcasts: BroadcastsService;
  readonly broadcastPreviews: BroadcastPreviewsService;
}

/** Broadcasts to the users in a spreadsheet, whose columns are template variables. */
export class SpreadsheetBroadcastsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Sends the broadcast to the users that the rows identify, and reports the other rows. Memory use
   * does not grow with the number of rows. Stores nothing when it throws.
   *
   * @throws AppError VALIDATION_ERROR as bulk-send, and, except in a dry run, when no row
   *   identifies a user; any error of `rows`
   */
  async send(
    by: Administrator,
    { dry_run, ...request }: SpreadsheetBroadcastRequest,
    { rows, variables }: Spreadsheet,
  ): Promise<SpreadsheetBroadcastOutcome> {
    const audience = { spreadsheet: true } as const;
    const draft = await this.#deps.broadcasts.draftOf({ ...request, audience }, variables);
    const columns = columnsIn(draft, variables);
    const inTitle = new Set(variablesIn(draft, 'title'));
    const lineOf = (row: number, recipient: SpreadsheetRow) =>
      this.#deps.store.broadcastRecipients.lineOf(row, withColumns(columns, inTitle, recipient));
    const errors = new RowErrors();
    // Reading all rows before the transaction keeps it short.
    const found = seesContacts(by) ? rows : withoutContacts(rows);
    const staged = await writeStagingFile(validLines(found, lineOf, errors));
    try {
      return await (dry_run
        ? this.#deps.store.dryRun(async (tx) => {
            const { job, report } = await this.#insert(tx, by, { draft, staged, errors });
            return { preview: await this.#deps.broadcastPreviews.previewIn(tx, by, job), report };
          })
        : this.#deps.store.transaction(async (tx) => {
            const inserted = await this.#insert(tx, by, { draft, staged, errors });
            if (inserted.report.matched === 0) throw noRecipients(inserted.report);
            return inserted;
          }));
    } finally {
      await staged.delete();
    }
  }

  async #insert(
    tx: Tx,
    by: Administrator,
    { draft, staged, errors }: { draft: BroadcastDraft; staged: StagingFile; errors: RowErrors },
  ): Promise<{ readonly job: Broadcast; readonly report: SpreadsheetReport }> {
    await tx.broadcastRecipients.insertLines(staged.read());
    await tx.broadcastRecipients.updateIdentified();
    const refused = await tx.broadcastRecipients.deleteRefused();
    const job = await this.#deps.broadcasts.schedule(tx, by, draft);
    const matched = await tx.broadcastRecipients.insertStaged(job.id);
    const { failed, errors: named } = mergeRefused([errors, refused]);
    return { job, report: { total: matched + failed, matched, failed, errors: named } };
  }
}

/** Refuses the rows that find their user by a contact, which the sender does not see. */
async function* withoutContacts(
  rows: AsyncIterable<CheckedRow<SpreadsheetRow>>,
): AsyncGenerator<CheckedRow<SpreadsheetRow>> {
  for await (const given of rows) {
    if ('value' in given && given.value.user_id === undefined) {
      const field = given.value.messenger_id === undefined ? 'username' : 'messenger_id';
      const error = 'needs the scope people:contacts; give a user_id';
      yield { row: given.row, field, error, ...reason('needs_contacts') };
    } else yield given;
  }
}

/**
 * The columns that the templates use. Others are not stored.
 * @throws AppError VALIDATION_ERROR for too many columns
 */
function columnsIn(draft: BroadcastDraft, variables: readonly string[]): ReadonlySet<string> {
  const used = new Set([...variablesIn(draft, 'title'), ...variablesIn(draft, 'body')]);
  const columns = variables.filter((name) => used.has(name));
  if (columns.length > MAX_COLUMNS) {
    throw tooMany('body', MAX_COLUMNS, 'columns of the file as variables');
  }
  return new Set(columns);
}

/** The variables in a field, also of its translations. */
const variablesIn = (draft: BroadcastDraft, field: 'title' | 'body'): string[] =>
  templatesOf(draft)
    .filter(({ name }) => name === field)
    .flatMap(({ template }) => parseTemplate(field, template))
    .flatMap((part) => ('variable' in part ? [part.variable] : []));

/** A title is one line, even if a cell in it has several. */
const withColumns = (
  columns: ReadonlySet<string>,
  inTitle: ReadonlySet<string>,
  { variables, ...recipient }: SpreadsheetRow,
): SpreadsheetRow => ({
  ...recipient,
  variables: Object.fromEntries(
    Object.entries(variables)
      .filter(([name]) => columns.has(name))
      .map(([name, cell]) => [name, inTitle.has(name) ? oneLine(cell) : cell]),
  ),
});

function noRecipients({ errors: [first] }: SpreadsheetReport) {
  const row = first ? `; row ${first.row}, ${first.field ?? 'all fields'}: ${first.error}` : '';
  return invalid('file', `expected a row with an existing user${row}`, 'no_recipients');
}
