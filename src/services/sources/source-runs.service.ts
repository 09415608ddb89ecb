import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { EmptyListError } from '../../domain/sources/source-errors.ts';
import { failureOf } from '../../domain/sources/source-failures.ts';
import { EMPTY } from '../../domain/sources/source-rules.ts';
import { checkMay } from '../../domain/sources/source-scopes.ts';
import type { Source, SourceRun } from '../../domain/sources/stored-sources.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import type { ReportedRun } from '../../repositories/sources/sources.read-model.ts';
import type { SourceLease } from '../../repositories/sources/sources.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { SourceImportsService } from './source-imports.service.ts';
import type { SourceLeasesService } from './source-leases.service.ts';

/** The source of a path. */
export interface SourceOf {
  readonly conference_id: number;
  readonly source_id: number;
}
interface RunOf extends SourceOf {
  readonly id: number;
}

interface Application {
  /** Whether people are notified of the changes. */
  readonly notify: boolean;
  /** The keys of the only rows that are applied. */
  readonly only?: readonly string[] | undefined;
}

interface Applying {
  readonly source: Source;
  readonly lease: SourceLease;
  readonly content_hash: Buffer | null;
}

interface Deps {
  readonly store: Store;
  readonly imports: SourceImportsService;
  readonly leases: SourceLeasesService;
}

/** The runs of a source, and what a person decides on them. */
export class SourceRunsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Newest first, without reports.
   * @throws AppError NOT_FOUND; FORBIDDEN
   */
  async list(
    by: Administrator,
    of: SourceOf,
    page: PageRequest<number>,
  ): Promise<Page<SourceRun, number>> {
    await this.#checkReads(by, of);
    return this.#deps.store.read.sources.listRuns(of.source_id, page);
  }

  /** @throws AppError NOT_FOUND; FORBIDDEN */
  async get(by: Administrator, of: RunOf): Promise<ReportedRun> {
    await this.#checkReads(by, of);
    const run = await this.#deps.store.read.sources.findRun(of.source_id, of.id);
    if (!run) throw notFound('run');
    return run;
  }

  /**
   * Has a worker read the source at once; with `dry_run` the run waits whatever `publish` says.
   * @throws AppError NOT_FOUND; FORBIDDEN; CONFLICT for a source that is off; SOURCE_RUNNING; TOO_SOON for
   *   a second run within a minute
   */
  async start(
    by: Administrator,
    of: SourceOf,
    { dry_run }: { readonly dry_run: boolean },
  ): Promise<SourceRun> {
    return this.#change(by, of, async (tx, { id, conference_id, off_reason }) => {
      if (off_reason)
        throw conflict(null, 'This source is off; switch it on first', 'status', {
          status: 'off',
        });
      await checkIsFree(tx, id);
      if (await tx.sourceRuns.findIsTooSoon(id)) throw tooSoon();
      const run = await tx.sourceRuns.insert({
        source_id: id,
        kind: 'manual',
        is_dry_run: dry_run,
      });
      await tx.sources.updateQueued({ id, conference_id, run_id: run.id });
      await tx.audit.record(by, 'source.run', id, { after: { run_id: run.id, dry_run } });
      return run;
    });
  }

  /**
   * Reads the source again, and imports what the run showed: all of it, or the rows of these keys.
   *
   * @throws AppError NOT_FOUND; FORBIDDEN; CONFLICT for a run that does not wait; SOURCE_RUNNING;
   *   SOURCE_CHANGED if the source has other content now, with the new run that waits;
   *   UPSTREAM_ERROR and VALIDATION_ERROR if it cannot be read
   */
  async apply(by: Administrator, of: RunOf, given: Application): Promise<ReportedRun> {
    const applying = await this.#begin(by, of);
    const { lease, source } = applying;
    try {
      await this.#deps.leases.during(lease, NEVER, (held) =>
        this.#apply(by, { ...applying, run_id: of.id }, { ...given, signal: held }),
      );
    } catch (error) {
      const refused = error instanceof EmptyListError ? nothing() : error;
      const { message, isDefect } = failureOf(refused, source.kind);
      await this.#release(lease, message);
      if (refused instanceof AppError || isDefect) throw refused;
      throw new AppError('UPSTREAM_ERROR', message);
    }
    return this.get(by, of);
  }

  /**
   * Drops a run that waits. Its content is not offered again until it changes, or a person asks for it.
   * @throws AppError NOT_FOUND; FORBIDDEN; CONFLICT for a run that does not wait
   */
  async discard(by: Administrator, of: RunOf): Promise<SourceRun> {
    return this.#change(by, of, async (tx, source) => {
      await contentOf(tx, of);
      await tx.sourceRuns.updateDiscarded(source.id);
      await tx.sources.updateCalm(source);
      await tx.audit.record(by, 'source.discard', source.id, { after: { run_id: of.id } });
      const run = await tx.sourceRuns.find(of);
      if (!run) throw notFound('run');
      return run;
    });
  }

  async #checkReads(by: Administrator, { source_id: id, conference_id }: SourceOf): Promise<void> {
    const source = await this.#deps.store.read.sources.find({ id, conference_id });
    if (!source) throw notFound('source');
    checkMay(by, 'read', source.kind);
  }

  async #change<T>(
    by: Administrator,
    of: SourceOf,
    work: (tx: Tx, source: Source) => Promise<T>,
  ): Promise<T> {
    return this.#deps.store.transaction(async (tx) => work(tx, await lockSource(tx, by, of)));
  }

  #begin(by: Administrator, of: RunOf): Promise<Applying> {
    return this.#change(by, of, async (tx, source) => {
      const { content_hash } = await contentOf(tx, of);
      await checkIsFree(tx, source.id);
      const { id: source_id, conference_id } = source;
      const run = await tx.sourceRuns.insert({ source_id, kind: 'apply' });
      const lease = { id: source_id, conference_id, run_id: run.id };
      await tx.sources.updateLeased(lease);
      return { source, lease, content_hash };
    });
  }

  /** @throws AppError SOURCE_CHANGED; CONFLICT for an empty list; as `SourceReader` */
  async #apply(
    by: Administrator,
    { source, lease, content_hash, run_id }: Applying & { readonly run_id: number },
    { only, notify, signal }: Application & { readonly signal: AbortSignal },
  ): Promise<void> {
    const { imports } = this.#deps;
    await using content = await imports.fetch(source, signal);
    const isSame = content_hash?.equals(content.content_hash) ?? false;
    if (isSame && content.isEmpty) throw new EmptyListError();
    const held = { source, lease };
    const end = content.isEmpty
      ? await imports.wait(held, content, EMPTY)
      : await imports.import(held, {
          by,
          content,
          notify,
          mustApply: isSame,
          ...(isSame && only && { only: new Set(only) }),
          applied: { run_id, by: by.name },
          async decide(tx) {
            if (!isSame) return { applies: false };
            const after = { run_id, ...(only && { rows: only.length }) };
            await tx.audit.record(by, 'source.apply', source.id, { after });
            return { applies: true };
          },
        });
    if (end === 'waiting') throw changed(run_id, lease.run_id);
    if (end === 'lost') throw conflict(null, 'The source was changed in the meantime', 'changed');
  }

  /** Ends the run of an application that did not end it: nothing was imported. */
  async #release(lease: SourceLease, error: string): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      if (!(await tx.sources.lockLeased(lease))) return;
      await tx.sourceRuns.updateEnded(lease.run_id, { status: 'failed', error });
      await tx.sources.updateReleased(lease);
    });
  }
}

/** An application ends with its request, which nothing aborts. */
const NEVER = new AbortController().signal;

/** The source of a path, locked FOR UPDATE. @throws AppError NOT_FOUND; FORBIDDEN */
export async function lockSource(
  tx: Tx,
  by: Administrator,
  { source_id: id, conference_id }: SourceOf,
): Promise<Source> {
  const source = await tx.sources.lock({ id, conference_id });
  if (!source) throw notFound('source');
  checkMay(by, 'import', source.kind);
  return source;
}

/** @throws AppError NOT_FOUND; CONFLICT for a run that does not wait */
async function contentOf(tx: Tx, { id, source_id }: RunOf) {
  const content = await tx.sourceRuns.findContent({ id, source_id });
  if (!content) throw notFound('run');
  const { status } = content;
  if (status === 'waiting') return content;
  throw conflict(null, `This run does not wait: it is ${status}`, 'status', { status });
}

async function checkIsFree(tx: Tx, source_id: number): Promise<void> {
  if (!(await tx.sourceRuns.findIsRunning(source_id))) return;
  throw new AppError('SOURCE_RUNNING', 'This source is being read; try again in a moment');
}

const tooSoon = () =>
  new AppError('TOO_SOON', 'This source was read less than a minute ago; try again later');

const changed = (run_id: number, new_id: number) =>
  new AppError(
    'SOURCE_CHANGED',
    `The source has changed since run ${run_id}; run ${new_id} waits in its place`,
  );

const nothing = () =>
  conflict(null, 'The source has an empty list, so nothing is applied', 'invalid');
