import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { failureOf } from '../../domain/sources/source-failures.ts';
import {
  type AfterFailure,
  afterFailure,
  EMPTY,
  endOfNight,
  isRestless,
  isRunning,
  isWithoutChanges,
  MOST_ROWS_WHILE_RUNNING,
  RESTLESS,
} from '../../domain/sources/source-rules.ts';
import { sourceScope } from '../../domain/sources/source-scopes.ts';
import type { SourceContent } from '../../domain/sources/sources.ts';
import type { OffReason, Source, SourceRun } from '../../domain/sources/stored-sources.ts';
import type { Store } from '../../repositories/store.ts';
import type { KeyOwnersService } from '../administration/key-owners.service.ts';
import { type HeldSource, noteRun, type SourceImportsService } from './source-imports.service.ts';
import type { SourceLeasesService } from './source-leases.service.ts';

/** A slow address holds up three others at most. */
const MAX_AT_ONCE = 4;
/** How often a run with a free place looks for another source. */
const LOOK_MS = 1_000;

interface DueRun extends HeldSource {
  readonly run: SourceRun;
}

type Ended = 'unchanged' | 'applied' | 'waiting' | 'failed' | 'lost' | 'interrupted';
export type RunCounts = Readonly<Partial<Record<Ended, number>>>;

interface Deps {
  readonly store: Store;
  readonly owners: KeyOwnersService;
  readonly imports: SourceImportsService;
  readonly leases: SourceLeasesService;
  readonly log: Logger;
  readonly now: () => Date;
}

/** Reads the sources that are due. Any number of processes can do so in parallel. */
export class DueSourcesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  isDue(): Promise<boolean> {
    return this.#deps.store.sources.findIsDue();
  }

  /**
   * Reads the due sources, 4 at once, until none is due and none is read. When `signal` aborts, the runs
   * in flight are given back, so another worker begins them again at once.
   *
   * @returns the number of runs by their end
   */
  async run(signal: AbortSignal): Promise<RunCounts> {
    const counts: Partial<Record<Ended, number>> = {};
    const running = new Set<Promise<void>>();
    for (;;) {
      const due = signal.aborted || running.size >= MAX_AT_ONCE ? undefined : await this.#claim();
      if (due) {
        const run = this.#process(due, signal)
          .catch((err) => this.#unrecorded(due, err))
          .then((end) => {
            counts[end] = (counts[end] ?? 0) + 1;
            running.delete(run);
          });
        running.add(run);
      } else if (running.size === 0) return counts;
      else await Promise.race([...running, sleep(LOOK_MS)]);
    }
  }

  async #claim(): Promise<DueRun | undefined> {
    return this.#deps.store.transaction(async (tx) => {
      const source = await tx.sources.lockDue();
      if (!source) return undefined;
      const { id, conference_id, run_id, was_leased } = source;
      const isQueued = run_id !== null && !was_leased;
      let run = isQueued ? await tx.sourceRuns.find({ id: run_id, source_id: id }) : undefined;
      if (run?.status !== 'running') {
        await tx.sourceRuns.updateInterrupted(id);
        run = await tx.sourceRuns.insert({ source_id: id, kind: 'scheduled' });
      }
      const lease = { id, conference_id, run_id: run.id };
      await tx.sources.updateLeased(lease);
      return { source, run, lease };
    });
  }

  async #process(due: DueRun, signal: AbortSignal): Promise<Ended> {
    try {
      return await this.#deps.leases.during(due.lease, signal, (held) => this.#read(due, held));
    } catch (error) {
      return signal.aborted ? this.#giveBack(due) : this.#failed(due, error);
    }
  }

  async #read(due: DueRun, signal: AbortSignal): Promise<Ended> {
    const { source, run } = due;
    if (!(await this.#ownerOf(due))) return this.#off(due, 'owner_gone');
    await using content = await this.#deps.imports.fetch(source, signal);
    const { content_hash, cursor } = content;
    const has = (hash: Buffer | null) => hash?.equals(content_hash) ?? false;
    if (content.isUnchanged || has(source.content_hash)) return this.#unchanged(due, { cursor });
    // A person who asks for a run wants to see what waits, or what was discarded, once more.
    if (run.kind === 'scheduled' && has(source.seen_hash)) return this.#unchanged(due, {});
    if (content.isEmpty) return this.#deps.imports.wait(due, content, EMPTY);
    signal.throwIfAborted();
    // Their rights may have ended while a long list was read.
    const by = await this.#ownerOf(due);
    // Awaited, because the content is deleted at the end.
    return by ? await this.#import(due, content, by) : this.#off(due, 'owner_gone');
  }

  async #import(due: DueRun, content: SourceContent, by: Administrator): Promise<Ended> {
    const { source, run } = due;
    const now = this.#deps.now();
    const conference = await this.#deps.store.conferences.find(source.conference_id);
    if (!conference) return 'lost';
    return this.#deps.imports.import(due, {
      by,
      content,
      notify: true,
      mustApply: false,
      maxRows: isRunning(conference, now) ? MOST_ROWS_WHILE_RUNNING : undefined,
      not_before: endOfNight(conference, now),
      applied: { run_id: run.id, by: null },
      async decide(tx, { source, outcome, brakes }) {
        const { is_confirmed, restless_at, publish } = source;
        const isHeld = run.is_dry_run || !is_confirmed || restless_at !== null || brakes.length > 0;
        if (isHeld) return { applies: false };
        // Nobody has to look at a new export of the same programme.
        if (isWithoutChanges(outcome)) return { applies: true };
        if (publish === 'review') return { applies: false };
        const isMany = isRestless(await tx.sourceRuns.countApplied(source.id));
        return isMany ? { applies: false, restless: RESTLESS } : { applies: true };
      },
    });
  }

  async #unchanged({ lease, run }: DueRun, end: { cursor?: string | null }): Promise<Ended> {
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.sources.lockLeased(lease))) return 'lost';
      await tx.sources.updateEnded(lease, end);
      await tx.sourceRuns.updateEnded(run.id, { status: 'unchanged' });
      await tx.sourceRuns.deleteUnchanged(run);
      return 'unchanged';
    });
  }

  #ownerOf({ source, lease }: DueRun): Promise<Administrator | undefined> {
    return this.#deps.owners.find(source, {
      scopes: [sourceScope(source.kind, 'import')],
      conference_id: source.conference_id,
      request_id: `source-run-${lease.run_id}`,
    });
  }

  async #failed(due: DueRun, error: unknown): Promise<Ended> {
    const { source } = due;
    const { message, isRefused, isOurs, isDefect } = failureOf(error, source.kind);
    if (isDefect) {
      this.#deps.log.error({ source_id: source.id, err: error }, 'sources: a run failed');
    }
    const now = this.#deps.now();
    const after = isOurs ? uncounted(source, null) : afterFailure(source, { isRefused, now });
    return this.#end(due, message, after);
  }

  #off(due: DueRun, off_reason: OffReason): Promise<Ended> {
    const sentence = 'Nobody has the rights to import it any more';
    return this.#end(due, sentence, uncounted(due.source, off_reason));
  }

  /** Its lease ends within 5 minutes, and a worker begins it again. */
  #unrecorded({ source }: DueRun, err: unknown): Ended {
    this.#deps.log.warn(
      { source_id: source.id, err },
      'sources: the end of a run was not recorded',
    );
    return 'lost';
  }

  async #end({ source, lease, run }: DueRun, message: string, after: AfterFailure): Promise<Ended> {
    const source_id = source.id;
    const isOurs = await this.#deps.store.transaction(async (tx) => {
      if (!(await tx.sources.lockLeased(lease))) return false;
      await tx.sources.updateFailed(lease, after);
      await tx.sourceRuns.updateEnded(run.id, { status: 'failed', error: message });
      await tx.sourceRuns.deleteExcess(source_id);
      await noteRun(tx, source, { run_id: run.id, status: 'failed' });
      return true;
    });
    if (!isOurs) return 'lost';
    const { off_reason, delay_minutes } = after;
    const what = { source_id, run_id: run.id, reason: message };
    if (off_reason) this.#deps.log.warn({ ...what, off_reason }, 'sources: switched off');
    else this.#deps.log.warn(what, `sources: a run failed, reading again in ${delay_minutes} min`);
    return 'failed';
  }

  async #giveBack({ source, lease }: DueRun): Promise<Ended> {
    await this.#deps.store.transaction(async (tx) => {
      if (!(await tx.sources.lockLeased(lease))) return;
      await tx.sourceRuns.updateInterrupted(source.id);
      await tx.sources.updateReleased(lease);
    });
    return 'interrupted';
  }
}

/** After a failure that says nothing of the other side. */
const uncounted = (
  { failures, refusals, failing_since, interval_minutes }: Source,
  off_reason: OffReason | null,
): AfterFailure => ({
  failures,
  refusals,
  failing_since,
  delay_minutes: interval_minutes,
  off_reason,
});
