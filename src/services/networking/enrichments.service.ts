import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Audience } from '../../domain/messaging/audiences.ts';
import {
  type EnrichmentJobReceipt,
  type EnrichmentJobView,
  type EnrichmentSelection,
  enrichmentJobView,
} from '../../domain/networking/enrichment-jobs.ts';
import { type Enrichment, syncedFields } from '../../domain/networking/enrichments.ts';
import { ownedTerms, TAG_KINDS, TERM_KINDS } from '../../domain/networking/match-terms.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { AppError, notFound } from '../../errors.ts';
import type { EnrichmentProvider } from '../../integrations/enrichment/provider.ts';
import type { EnrichmentJobsFilter } from '../../repositories/networking/enrichment-jobs.read-model.ts';
import type { EnrichmentSubject } from '../../repositories/networking/enrichments.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** The enrichment of a user at once, or a job that a worker runs. */
export type Generated =
  | { readonly kind: 'enrichment'; readonly enrichment: Enrichment }
  | { readonly kind: 'job'; readonly receipt: EnrichmentJobReceipt };

/** Enrichments of profiles: generate, read, sync, delete. */
export class EnrichmentsService {
  readonly #deps;

  constructor(deps: { store: Store; provider: EnrichmentProvider; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Enriches one user: at once with the local provider, by a worker with an outside one. A profile
   * that has not changed since is not enriched again.
   *
   * @param force enriches an unchanged profile too
   * @throws AppError NOT_FOUND; ENRICHMENT_NOT_ALLOWED
   */
  async generate(
    by: Administrator,
    userId: number,
    { force }: { force: boolean },
  ): Promise<Generated> {
    return this.#deps.store.transaction(async (tx) => {
      const subject = await this.#allowedSubject(tx, userId);
      const known = await tx.enrichments.find(userId);
      if (known?.status === 'ready' && subject.is_unchanged && !force) {
        return { kind: 'enrichment', enrichment: known };
      }
      await tx.audit.record(by, 'enrichment.generate', userId, { after: { force } });
      if (this.#deps.provider.isOutside) {
        return { kind: 'job', receipt: await this.#enqueue(tx, { user_ids: [userId] }, force) };
      }
      return { kind: 'enrichment', enrichment: await this.#generateNow(tx, subject) };
    });
  }

  /**
   * Queues many users; a worker enriches them.
   * @param force enriches unchanged profiles too
   * @throws AppError FORBIDDEN for messenger ids by who does not see contacts
   */
  async generateMany(
    by: Administrator,
    selection: EnrichmentSelection,
    { force }: { force: boolean },
  ): Promise<EnrichmentJobReceipt> {
    return this.#deps.store.transaction(async (tx) => {
      const receipt = await this.#enqueue(tx, selection, force);
      const { job_id, queued, skipped } = receipt;
      await tx.audit.record(by, 'enrichment.generate_many', job_id, {
        // The selection may hold thousands of ids, and messenger ids.
        after: { by: Object.keys(selection), force, queued, skipped },
      });
      return receipt;
    });
  }

  /** @throws AppError NOT_FOUND also if the user was never enriched */
  async get(userId: number): Promise<Enrichment> {
    const enrichment = await this.#deps.store.enrichments.find(userId);
    if (!enrichment) throw notFound('enrichment');
    return enrichment;
  }

  /** Jobs of the last 30 days, and older ones that are running. */
  async jobs(
    filter: EnrichmentJobsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<EnrichmentJobView, SortPosition>> {
    const page = await this.#deps.store.read.enrichmentJobs.list(filter, request);
    return { ...page, rows: page.rows.map(enrichmentJobView) };
  }

  /** @throws AppError NOT_FOUND */
  async job(id: number): Promise<EnrichmentJobView> {
    const job = await this.#deps.store.read.enrichmentJobs.find(id);
    if (!job) throw notFound('job');
    return enrichmentJobView(job);
  }

  /**
   * Copies the headline and the interests into the profile where they are empty, unless the user
   * has emptied them, and makes recommendations use the tags. Safe to repeat.
   *
   * @throws AppError NOT_FOUND; ENRICHMENT_NOT_READY; ENRICHMENT_NOT_ALLOWED
   */
  async sync(by: Administrator, userId: number): Promise<Enrichment> {
    return this.#deps.store.transaction(async (tx) => {
      const subject = await this.#allowedSubject(tx, userId);
      const enrichment = await tx.enrichments.lock(userId);
      if (enrichment?.status !== 'ready') throw notReady();
      const after = syncedFields(subject, enrichment);
      const isChange = Object.keys(after).length > 0;
      if (isChange) await tx.users.update(userId, after);
      const synced = await tx.enrichments.updateSynced(userId, subject.input_hash);
      if (!synced) throw notReady();
      const profile = { ...subject, ...after, tags: synced.tags };
      await tx.matchTerms.update([userId], TERM_KINDS, ownedTerms(profile));
      if (isChange || !enrichment.synced_at) {
        await tx.audit.record(by, 'enrichment.sync', userId, { after });
      }
      return synced;
    });
  }

  /**
   * Deletes the enrichment of the user, also one that is being generated. The fields that a sync
   * has written stay. Safe to repeat.
   */
  async deleteOwn(userId: number): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      await tx.enrichmentJobs.deleteAllOf(userId);
      await tx.enrichments.delete(userId);
      await tx.matchTerms.update([userId], TAG_KINDS, []);
    });
  }

  async #allowedSubject(tx: Tx, userId: number): Promise<EnrichmentSubject> {
    const subject = await tx.enrichments.lockSubject(userId, this.#deps.provider);
    if (!subject) throw notFound('user');
    if (!subject.is_allowed) {
      throw new AppError(
        'ENRICHMENT_NOT_ALLOWED',
        'The user is not listed, or does not allow this enrichment',
      );
    }
    return subject;
  }

  /** Only for a provider that computes in the process: nothing else may wait in a transaction. */
  async #generateNow(tx: Tx, subject: EnrichmentSubject): Promise<Enrichment> {
    const outcome = await this.#deps.provider.enrich(subject, new AbortController().signal);
    if (outcome.kind !== 'enriched') throw new Error(`local enrichment: ${outcome.kind}`);
    await tx.enrichments.upsertGenerated({
      ...outcome.content,
      user_id: subject.id,
      provider: this.#deps.provider.name,
      input_hash: subject.input_hash,
    });
    // The tags are new, so none of them is synced.
    await tx.matchTerms.update([subject.id], TAG_KINDS, []);
    const enrichment = await tx.enrichments.find(subject.id);
    if (!enrichment) throw new Error('enrichment: not found after its insert');
    return enrichment;
  }

  async #enqueue(
    tx: Tx,
    selection: EnrichmentSelection,
    force: boolean,
  ): Promise<EnrichmentJobReceipt> {
    const { id } = await tx.enrichmentJobs.insert(force);
    const job = { id, is_forced: force };
    const { matched, queued } = await tx.enrichmentJobs.insertUsers(
      job,
      { audience: audienceOf(selection), now: this.#deps.now().toISOString() },
      this.#deps.provider,
    );
    // Unknown ids match nobody.
    const asked = 'user_ids' in selection ? new Set(selection.user_ids).size : matched;
    const counts = { queued, skipped: asked - queued };
    await tx.enrichmentJobs.updateCounts(id, counts);
    if (queued > 0) await tx.jobs.add('enrich-users', null);
    return { job_id: id, ...counts };
  }
}

const audienceOf = (selection: EnrichmentSelection): Audience =>
  'filter' in selection ? selection.filter : selection;

const notReady = () =>
  new AppError('ENRICHMENT_NOT_READY', 'The user has no enrichment that is ready');
