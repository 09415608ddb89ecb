import type { NumberedRequest, Page } from '../../db/pages.ts';
import { type Administrator, ownerOf } from '../../domain/administration/administrators.ts';
import { filtersOf, type QuestStatusFilter } from '../../domain/messaging/audiences.ts';
import {
  type Broadcast,
  type BroadcastContent,
  type BroadcastDraft,
  type BroadcastStatus,
  checkSchedule,
  contentHash,
  countsOf,
  type ListedBroadcast,
} from '../../domain/messaging/broadcasts.ts';
import { checkTemplates } from '../../domain/messaging/templates.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import type { BroadcastsFilter } from '../../repositories/messaging/broadcasts.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** A broadcast as requested. Without `scheduled_at` it starts at once. */
export type BroadcastRequest = Omit<
  BroadcastDraft,
  'scheduled_at' | 'type' | 'quest_id' | 'start'
> &
  Partial<Pick<BroadcastDraft, 'type' | 'quest_id' | 'start'>> & {
    readonly scheduled_at?: string | undefined;
  };

/** A second broadcast with the same content by the same API key within this time is a duplicate. */
const DUPLICATE_MINUTES = 10;

interface DuplicateCheck {
  readonly content_hash: string;
  readonly except?: number;
  readonly mayRepeat: boolean;
}

interface Deps {
  readonly store: Store;
  readonly now: () => Date;
}

/** Broadcasts: create and list. `BroadcastChangesService` changes them. */
export class BroadcastsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Creates a broadcast; a worker sends it when it is due.
   * @param mayRepeat creates the job even if it is a duplicate
   * @throws AppError VALIDATION_ERROR for an unknown variable, or a time in the past or too far
   *   ahead; FORBIDDEN for messenger ids by who does not see contacts; DUPLICATE_BROADCAST
   */
  async send(
    by: Administrator,
    request: BroadcastRequest,
    { mayRepeat }: { mayRepeat: boolean },
  ): Promise<Broadcast> {
    const draft = await this.draftOf(request);
    const content_hash = contentHash(request);
    return this.#deps.store.transaction(async (tx) => {
      await this.checkDuplicate(tx, by, { content_hash, mayRepeat });
      return this.schedule(tx, by, draft, content_hash);
    });
  }

  /**
   * Locks the content until the end of the transaction.
   * @param except the job that gets the content
   * @throws AppError DUPLICATE_BROADCAST unless `mayRepeat`
   */
  async checkDuplicate(
    tx: Tx,
    by: Administrator,
    { mayRepeat, except, content_hash }: DuplicateCheck,
  ): Promise<void> {
    const origin = { created_by: ownerOf(by), content_hash };
    // Requests with `mayRepeat` lock too, so that a concurrent request without it sees their job.
    await tx.broadcasts.lockContent(origin);
    const earlier = await tx.broadcasts.findDuplicate(origin, {
      minutes: DUPLICATE_MINUTES,
      except,
    });
    if (earlier !== undefined && !mayRepeat) throw duplicateOf(earlier);
  }

  /**
   * Stores a draft, which is never sent before `BroadcastChangesService.edit` schedules it.
   * @throws AppError VALIDATION_ERROR, FORBIDDEN as `send`
   */
  async createDraft(by: Administrator, request: BroadcastRequest): Promise<Broadcast> {
    const content = await this.contentOf(request);
    return this.#deps.store.transaction((tx) =>
      insertBroadcast(tx, by, { ...content, status: 'draft', content_hash: null }),
    );
  }

  /**
   * Validates a request.
   * @param columns the columns of a spreadsheet, which templates may use as variables
   * @throws AppError VALIDATION_ERROR, FORBIDDEN as `send`
   */
  async draftOf(
    request: BroadcastRequest,
    columns: readonly string[] = [],
  ): Promise<BroadcastDraft> {
    const { scheduled_at, ...content } = await this.contentOf(request, columns);
    return { ...content, scheduled_at: scheduled_at ?? this.#deps.now().toISOString() };
  }

  /**
   * As `draftOf`, without a time for a broadcast that starts at once.
   * @throws AppError as `draftOf`
   */
  async contentOf(
    request: BroadcastRequest,
    columns: readonly string[] = [],
  ): Promise<BroadcastContent> {
    const { quest_id, quest_status } = filtersOf(request.audience);
    checkTemplates(request, { columns, namesQuest: quest_id !== undefined });
    if (quest_id !== undefined) await this.#checkQuest(quest_id, quest_status);
    const { scheduled_at = null, translations = {} } = request;
    if (scheduled_at !== null) checkSchedule(scheduled_at, this.#deps.now());
    return { type: 'message', quest_id: null, start: null, ...request, translations, scheduled_at };
  }

  /**
   * Inserts a validated job and enqueues `run-notification-job` for `scheduled_at`. The recipients
   * of a spreadsheet must be inserted in the same transaction.
   */
  async schedule(
    tx: Tx,
    by: Administrator,
    draft: BroadcastDraft,
    content_hash: string | null = null,
  ): Promise<Broadcast> {
    const job = await insertBroadcast(tx, by, { ...draft, status: 'scheduled', content_hash });
    await this.enqueue(tx, job);
    return job;
  }

  /** Enqueues the run of a scheduled job for its time. */
  async enqueue(tx: Tx, { id, scheduled_at }: Broadcast): Promise<void> {
    const isLater = scheduled_at !== null && Date.parse(scheduled_at) > this.#deps.now().getTime();
    await tx.jobs.add('run-notification-job', { job_id: id }, isLater ? scheduled_at : undefined);
  }

  async list(filter: BroadcastsFilter, request: NumberedRequest): Promise<Page<ListedBroadcast>> {
    return this.#deps.store.search(filter.q, async ({ broadcasts }) => {
      const page = await broadcasts.list(filter, request);
      const unsent = await broadcasts.listUnsent(page.rows.map(({ id }) => id));
      return { ...page, rows: page.rows.map((job) => ({ ...job, counts: countsOf(job, unsent) })) };
    });
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<Broadcast> {
    const job = await this.#deps.store.broadcasts.find(id);
    if (!job) throw notFound('job');
    return job;
  }

  /** Only attendees of the quest's conference or event can count as not started. */
  async #checkQuest(id: number, status: QuestStatusFilter | undefined): Promise<void> {
    const quest = await this.#deps.store.quests.find(id);
    if (!quest) throw invalid('quest_id', 'expected the id of a quest', 'not_found');
    const needsAttendees = status === 'not_started' || status === 'not_completed';
    if (needsAttendees && quest.conference_id === null && quest.event_id === null)
      throw invalid(
        'quest_status',
        'expected a quest with a conference or an event',
        'not_allowed',
      );
  }
}

async function insertBroadcast(
  tx: Tx,
  by: Administrator,
  {
    content_hash,
    ...content
  }: BroadcastContent & { status: BroadcastStatus; content_hash: string | null },
): Promise<Broadcast> {
  const { administrator_id } = by;
  const origin = { created_by: ownerOf(by), administrator_id, content_hash };
  const job = await tx.broadcasts.insert(content, origin);
  const { title, body, translations, action_url, start, channels, scheduled_at, status } = job;
  await tx.audit.record(by, 'notification_job.create', job.id, {
    // The audience may hold thousands of ids; it is stored with the job.
    after: {
      title,
      body,
      ...(Object.keys(translations).length > 0 && { translations }),
      action_url,
      ...(start && { start }),
      channels,
      scheduled_at,
      ...(status === 'draft' && { status }),
    },
  });
  return job;
}

const duplicateOf = (id: number) =>
  new AppError(
    'DUPLICATE_BROADCAST',
    `Job ${id} is the same broadcast, created less than ${DUPLICATE_MINUTES} minutes ago; set force to true to create another`,
  );
