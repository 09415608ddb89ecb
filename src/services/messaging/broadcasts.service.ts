import type { NumberedRequest, Page } from '../../db/pages.ts';
import { type Administrator, ownerOf } from '../../domain/administration/administrators.ts';
import { filtersOf, type QuestStatusFilter } from '../../domain/messaging/audiences.ts';
import { checkMayShow } from '../../domain/messaging/broadcast-states.ts';
import { countsOf, type ListedBroadcast } from '../../domain/messaging/broadcast-stats.ts';
import {
  type Broadcast,
  type BroadcastAsk,
  type BroadcastContent,
  type BroadcastDraft,
  type BroadcastStatus,
  checkSchedule,
  contentHash,
  typeOfAsking,
} from '../../domain/messaging/broadcasts.ts';
import {
  LATE_START_MS,
  type RelativeTime,
  withoutAnchor,
} from '../../domain/messaging/relative-times.ts';
import { checkTemplates } from '../../domain/messaging/templates.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import type { BroadcastsFilter } from '../../repositories/messaging/broadcasts.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { PinsService } from './pins.service.ts';

/** A broadcast as requested. Without `scheduled_at` it starts at once. */
export type BroadcastRequest = Omit<BroadcastDraft, 'scheduled_at' | 'anchor' | Optional> &
  Partial<Pick<BroadcastDraft, Optional>> & {
    readonly scheduled_at?: string | RelativeTime | undefined;
    /** `seat`: everyone with a seat is asked whether they still come. */
    readonly ask?: BroadcastAsk | undefined;
  };
type Optional = 'type' | 'quest_id' | 'start' | 'pin' | 'ignore_gap';

/** When a broadcast starts. */
type Time = Pick<BroadcastContent, 'scheduled_at' | 'anchor'>;

/** A second broadcast with the same content by the same API key within this time is a duplicate. */
const DUPLICATE_MINUTES = 10;

interface DuplicateCheck {
  readonly content_hash: string;
  readonly except?: number;
  readonly mayRepeat: boolean;
}

/** Broadcasts: create and list. `BroadcastChangesService` changes them. */
export class BroadcastsService {
  readonly #deps;

  constructor(deps: { store: Store; pins: PinsService; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Creates a broadcast; a worker sends it when it is due.
   * @param mayRepeat creates the job even if it is a duplicate
   * @throws AppError VALIDATION_ERROR for an unknown variable, a time in the past or too far ahead, or a
   *   pin as `PinsService.check`; FORBIDDEN for messenger ids by who does not see contacts; CONFLICT as
   *   `timeOf`; DUPLICATE_BROADCAST; PIN_LIMIT
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
   * @throws AppError VALIDATION_ERROR, CONFLICT as `send`; FORBIDDEN also as `checkMayShow`
   */
  async createDraft(by: Administrator, request: BroadcastRequest): Promise<Broadcast> {
    checkMayShow(by, request);
    const content = await this.contentOf(request);
    await this.#deps.pins.check(this.#deps.store, content);
    return this.#deps.store.transaction((tx) =>
      insertBroadcast(tx, by, { ...content, status: 'draft', content_hash: null }),
    );
  }

  /**
   * Validates a request.
   * @param columns the columns of a spreadsheet, which templates may use as variables
   * @throws AppError VALIDATION_ERROR, FORBIDDEN, CONFLICT as `send`
   */
  async draftOf(
    request: BroadcastRequest,
    columns: readonly string[] = [],
  ): Promise<BroadcastDraft> {
    const { scheduled_at, ...content } = await this.contentOf(request, columns);
    await this.#deps.pins.check(this.#deps.store, content);
    return { ...content, scheduled_at: scheduled_at ?? this.#deps.now().toISOString() };
  }

  /**
   * As `draftOf`, without a time for a broadcast that starts at once, and without a look at its pin.
   * @throws AppError as `draftOf`
   */
  async contentOf(
    { ask, ...request }: BroadcastRequest,
    columns: readonly string[] = [],
  ): Promise<BroadcastContent> {
    const { quest_id, quest_status } = filtersOf(request.audience);
    checkTemplates(request, { columns, namesQuest: quest_id !== undefined });
    if (quest_id !== undefined) await this.#checkQuest(quest_id, quest_status);
    const { scheduled_at = null, translations = {}, pin = null, ignore_gap = false } = request;
    const time = await this.timeOf(this.#deps.store, scheduled_at);
    if (time.scheduled_at !== null) this.checkTime(time);
    const type = typeOfAsking(ask, request.audience);
    const defaults = { type, quest_id: null, start: null } as const;
    return { ...defaults, ...request, translations, pin, ignore_gap, ...time };
  }

  /**
   * What a time means now.
   * @throws AppError CONFLICT if it is relative to what is not public or does not take place
   */
  async timeOf(
    { anchoredBroadcasts }: Pick<Store | Tx, 'anchoredBroadcasts'>,
    given: string | RelativeTime | null,
  ): Promise<Time> {
    if (given === null || typeof given === 'string') return { scheduled_at: given, anchor: null };
    const scheduled_at = await anchoredBroadcasts.findTime(given);
    if (scheduled_at === undefined) throw withoutAnchor();
    return { scheduled_at, anchor: given };
  }

  /** @throws AppError VALIDATION_ERROR for a time in the past, if relative by more than an hour, or too far ahead */
  checkTime({ scheduled_at, anchor }: Time): void {
    const late = anchor === null ? undefined : LATE_START_MS;
    checkSchedule(scheduled_at ?? '', this.#deps.now(), late);
  }

  /**
   * Inserts a validated job and enqueues `run-notification-job` for `scheduled_at`. The recipients
   * of a spreadsheet must be inserted in the same transaction.
   * @throws AppError PIN_LIMIT
   */
  async schedule(
    tx: Tx,
    by: Administrator,
    draft: BroadcastDraft,
    content_hash: string | null = null,
  ): Promise<Broadcast> {
    await this.#deps.pins.checkLimit(tx, draft.pin, draft);
    const job = await insertBroadcast(tx, by, { ...draft, status: 'scheduled', content_hash });
    await this.enqueue(tx, job);
    return job;
  }

  /** Enqueues the run of a scheduled job for its time; `start-relative-broadcasts` does for a relative one. */
  async enqueue(tx: Tx, { id, scheduled_at, anchor }: Broadcast): Promise<void> {
    const isLater = scheduled_at !== null && Date.parse(scheduled_at) > this.#deps.now().getTime();
    if (isLater && anchor !== null) return;
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

/**
 * Locks the row FOR UPDATE.
 * @throws AppError NOT_FOUND
 */
export async function lockBroadcast(tx: Tx, id: number): Promise<Broadcast> {
  const job = await tx.broadcasts.lock(id);
  if (!job) throw notFound('job');
  return job;
}

/** Completes the running jobs whose recipients all have a final state. */
export async function completeBroadcasts(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    const completed = await tx.broadcasts.updateCompleted();
    await tx.webhookChanges.insertChanged('broadcast.changed', completed);
  });
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
  await tx.webhookChanges.insertChanged('broadcast.changed', [job.id]);
  const { title, body, translations, action_url, start, channels, scheduled_at, status } = job;
  const { anchor, pin, ignore_gap } = job;
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
      ...(anchor && { anchor }),
      ...(pin && { pin }),
      ...(ignore_gap && { ignore_gap }),
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
