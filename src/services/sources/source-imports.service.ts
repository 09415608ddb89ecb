import type { Administrator } from '../../domain/administration/administrators.ts';
import { placeOf, SOURCE_CREDENTIALS } from '../../domain/operations/encrypted-columns.ts';
import type { Remark } from '../../domain/reasons.ts';
import { EmptyListError, ManyRowsError } from '../../domain/sources/source-errors.ts';
import { reportOf, reportOfBrake, type SourceReport } from '../../domain/sources/source-reports.ts';
import { EMPTY, manyRows, rowCountBrakes } from '../../domain/sources/source-rules.ts';
import { sourceScope } from '../../domain/sources/source-scopes.ts';
import { isGuestKind, isWholeList } from '../../domain/sources/source-settings.ts';
import type {
  ReadSource,
  SourceContent,
  SourceImport,
  SourceKind,
  SourceOutcome,
} from '../../domain/sources/sources.ts';
import type { Source, SourceRun } from '../../domain/sources/stored-sources.ts';
import { AppError } from '../../errors.ts';
import type { Encryption } from '../../lib/encryption.ts';
import type { SourceLease } from '../../repositories/sources/sources.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** Reads the sources of some kinds, and imports what it read. */
export interface SourceReader {
  /**
   * @throws SourceStatusError, or an AppError with it as its cause, for an error status
   * @throws AppError UPSTREAM_ERROR; VALIDATION_ERROR when the address is not allowed
   */
  fetch(source: ReadSource, credential: string | null, signal: AbortSignal): Promise<SourceContent>;
  /**
   * @throws ManyRowsError, EmptyListError before anything is locked
   * @throws AppError for what cannot be imported; then nothing is written
   */
  import(given: SourceImport<Tx>): Promise<SourceOutcome>;
}

/** What happened to a registration that a person withdrew. */
export interface WithdrawnRegistration {
  readonly id: number;
  readonly status?: 'withdrawn';
  readonly error?: string | undefined;
  readonly code?: string | undefined;
}

/** The reader of guest lists, which also withdraws what a person has decided on. */
export interface GuestReader extends SourceReader {
  withdraw(
    by: Administrator,
    source: Pick<ReadSource, 'id' | 'conference_id'>,
    ids: readonly number[],
  ): Promise<readonly WithdrawnRegistration[]>;
}

/** A source in the hands of a run. */
export interface HeldSource {
  readonly source: Source;
  readonly lease: SourceLease;
}

/** What the decision to apply a run, or to let it wait, is made of. */
interface Found {
  /** As it is now, locked. */
  readonly source: Source;
  readonly outcome: SourceOutcome;
  readonly brakes: readonly Remark[];
}

interface Decision {
  readonly applies: boolean;
  /** Why it waits for a person, if it changes too often. */
  readonly restless?: Remark;
}

interface HeldImport
  extends Pick<SourceImport<Tx>, 'by' | 'content' | 'only' | 'notify' | 'maxRows' | 'not_before'> {
  /** The run that becomes the applied one; the person who applied it. */
  readonly applied: { readonly run_id: number; readonly by: string | null };
  /** Whether an empty list is an error, as nothing of it can be applied; else the run waits. */
  readonly mustApply: boolean;
  decide(tx: Tx, found: Found): Promise<Decision>;
}

/** How an import ended. `lost`: the source was changed, or another worker has it. */
type End =
  | { readonly status: 'applied' | 'lost' }
  | {
      readonly status: 'waiting';
      readonly counts: SourceRun['counts'];
      readonly report: SourceReport;
    };

interface Deps {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly programme: SourceReader;
  /** Undefined: no guest list can be read. */
  readonly guests?: GuestReader | undefined;
  readonly now: () => Date;
}

/** Reads sources, imports what they have, and ends their runs. */
export class SourceImportsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** As `SourceReader.fetch`, with the credential of the source. */
  async fetch(source: Source, signal: AbortSignal): Promise<SourceContent> {
    const { store, encryption } = this.#deps;
    const stored = source.has_credential ? await store.sources.findCredential(source.id) : null;
    const at = placeOf(SOURCE_CREDENTIALS, source.id);
    const credential = stored && encryption.decrypt(SOURCE_CREDENTIALS.purpose, at, stored);
    return this.#readerOf(source.kind).fetch(source, credential, signal);
  }

  /**
   * Imports once, in one transaction: applied or rolled back as `decide` says, after everything was
   * written and counted. What is not applied waits, in place of what waited before.
   */
  async import(
    { source, lease }: HeldSource,
    { decide, applied, content, mustApply, ...given }: HeldImport,
  ): Promise<End['status']> {
    const lastTotal = await this.#deps.store.sourceRuns.findLastTotal(source.id);
    let end: End = { status: 'lost' };
    let restless: Remark | undefined;
    const keeps = async (tx: Tx, outcome: SourceOutcome): Promise<boolean> => {
      end = { status: 'lost' };
      const now = await tx.sources.lockLeased(lease);
      if (!now) return false;
      const { counts } = outcome;
      const few = isWholeList(source.kind) ? rowCountBrakes(counts.total ?? 0, lastTotal) : [];
      const brakes = [...outcome.brakes, ...few];
      const decision = await decide(tx, { source: now, outcome, brakes });
      ({ restless } = decision);
      const report = reportOf(outcome, restless ? [...brakes, restless] : brakes);
      if (!decision.applies) {
        end = { status: 'waiting', counts, report };
        return false;
      }
      await this.#apply(
        tx,
        { source, lease, content, applied, isPartial: given.only !== undefined },
        {
          counts,
          report,
        },
      );
      end = { status: 'applied' };
      return true;
    };
    try {
      const reader = this.#readerOf(source.kind);
      await reader.import({ ...given, source, content, lastTotal, decide: keeps });
    } catch (error) {
      const brake = brakeOf(error);
      if (!brake || mustApply) throw error;
      end = { status: 'waiting', counts: null, report: reportOfBrake(brake) };
    }
    return this.#ended(end, { source, lease, content, restless });
  }

  /** Ends a run that waits for a person because of its content alone. */
  async wait(
    { source, lease }: HeldSource,
    content: SourceContent,
    brake: Remark,
  ): Promise<End['status']> {
    const end = { status: 'waiting', counts: null, report: reportOfBrake(brake) } as const;
    return this.#ended(end, { source, lease, content });
  }

  async #apply(
    tx: Tx,
    {
      source,
      lease,
      content: { content_hash, cursor },
      applied,
      isPartial,
    }: Pick<HeldImport, 'content' | 'applied'> &
      HeldSource & {
        readonly isPartial: boolean;
      },
    found: Pick<SourceRun, 'counts'> & { readonly report: SourceReport },
  ): Promise<void> {
    // Of what was chosen in part, the rest is read again by the next run, and stays decided on.
    await tx.sources.updateEnded(lease, {
      ...(isPartial ? { seen_hash: content_hash } : { content_hash, seen_hash: null, cursor }),
      ...(applied.by !== null && { is_confirmed: true, restless_at: null }),
    });
    if (applied.run_id !== lease.run_id) await tx.sourceRuns.delete(lease.run_id);
    await tx.sourceRuns.updateDiscarded(lease.id, applied.run_id);
    await tx.sourceRuns.updateEnded(applied.run_id, {
      ...found,
      status: 'applied',
      content_hash,
      applied_by: applied.by,
    });
    await tx.sourceRuns.deleteExcess(lease.id);
    await noteRun(tx, source, { run_id: applied.run_id, status: 'applied' });
  }

  async #ended(
    end: End,
    {
      source,
      lease,
      content: { content_hash },
      restless,
    }: HeldSource & {
      readonly content: SourceContent;
      readonly restless?: Remark | undefined;
    },
  ): Promise<End['status']> {
    if (end.status !== 'waiting') return end.status;
    const restless_at = this.#deps.now().toISOString();
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.sources.lockLeased(lease))) return 'lost';
      await tx.sourceRuns.updateDiscarded(lease.id);
      await tx.sourceRuns.updateEnded(lease.run_id, { ...end, content_hash });
      await tx.sources.updateEnded(lease, {
        seen_hash: content_hash,
        ...(restless && { restless_at }),
      });
      await tx.sourceRuns.deleteExcess(lease.id);
      await noteRun(tx, source, { run_id: lease.run_id, status: 'waiting' });
      return 'waiting';
    });
  }

  /** @throws AppError SERVICE_UNAVAILABLE if no reader of guest lists is there */
  #readerOf(kind: SourceKind): SourceReader {
    return isGuestKind(kind) ? this.guests : this.#deps.programme;
  }

  /** @throws AppError SERVICE_UNAVAILABLE if it is not there */
  get guests(): GuestReader {
    const { guests } = this.#deps;
    if (!guests) {
      const headers = { 'Retry-After': '3600' };
      throw new AppError('SERVICE_UNAVAILABLE', 'Guest lists cannot be read here', { headers });
    }
    return guests;
  }
}

function brakeOf(error: unknown): Remark | undefined {
  if (error instanceof EmptyListError) return EMPTY;
  return error instanceof ManyRowsError ? manyRows(error.rows) : undefined;
}

/** Tells those who listen how a run ended, in the transaction that ends it. */
export const noteRun = (
  tx: Tx,
  { id: source_id, kind, conference_id }: Pick<Source, 'id' | 'kind' | 'conference_id'>,
  run: Pick<SourceRun, 'status'> & { readonly run_id: number },
): Promise<void> =>
  tx.webhookChanges.insertItems('source.run', [{ source_id, ...run }], {
    conference_id,
    scope: sourceScope(kind, 'read'),
  });
