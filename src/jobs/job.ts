import type { z } from 'zod';
import type { Store } from '../repositories/store.ts';
import type { OwnerKeysService } from '../services/administration/owner-keys.service.ts';
import type { GuestRetentionService } from '../services/attendance/guest-retention.service.ts';
import type { RatingRequestsService } from '../services/feedback/rating-requests.service.ts';
import type { MediaFilesService } from '../services/media/media-files.service.ts';
import type { BotPressesService } from '../services/messaging/bot-presses.service.ts';
import type { BotUpdatesService } from '../services/messaging/bot-updates.service.ts';
import type { BroadcastFanoutService } from '../services/messaging/broadcast-fanout.service.ts';
import type { DeliveriesService } from '../services/messaging/deliveries.service.ts';
import type { SessionRemindersService } from '../services/messaging/session-reminders.service.ts';
import type { WelcomesService } from '../services/messaging/welcomes.service.ts';
import type { EnrichmentRunsService } from '../services/networking/enrichment-runs.service.ts';
import type {
  MatchTermsService,
  RecommendationsService,
} from '../services/networking/recommendations.service.ts';
import type { UserReportsService } from '../services/networking/user-reports.service.ts';
import type { PartnerMintRunsService } from '../services/partner/partner-mint-runs.service.ts';
import type { PendingAwardsService } from '../services/quests/pending-awards.service.ts';
import type { RecalculationsService } from '../services/quests/recalculations.service.ts';
import type { UnsignedCallsService } from '../services/quests/unsigned-calls.service.ts';
import type { AdminSeatRequestsService } from '../services/registration/admin-seat-requests.service.ts';
import type { OwnGuestsService } from '../services/registration/own-guests.service.ts';
import type { TransfersService } from '../services/registration/transfers.service.ts';
import type { DueSourcesService } from '../services/sources/due-sources.service.ts';
import type { WebhookSendingService } from '../services/webhooks/webhook-sending.service.ts';

/** The dependencies of all jobs. Each job declares those it needs. */
export interface JobDeps {
  readonly adminSeatRequests: AdminSeatRequestsService;
  readonly store: Store;
  readonly botPresses: BotPressesService;
  readonly botUpdates: BotUpdatesService;
  readonly broadcastFanout: BroadcastFanoutService;
  readonly deliveries: DeliveriesService;
  readonly dueSources: DueSourcesService;
  readonly guestRetention: GuestRetentionService;
  readonly matchTerms: MatchTermsService;
  readonly recommendations: RecommendationsService;
  readonly mediaFiles: MediaFilesService;
  readonly ownGuests: OwnGuestsService;
  readonly ownerKeys: OwnerKeysService;
  readonly partnerMintRuns: PartnerMintRunsService;
  readonly ratingRequests: RatingRequestsService;
  readonly recalculations: RecalculationsService;
  readonly enrichmentRuns: EnrichmentRunsService;
  readonly sessionReminders: SessionRemindersService;
  readonly pendingAwards: PendingAwardsService;
  readonly transfers: TransfersService;
  readonly unsignedCalls: UnsignedCallsService;
  readonly userReports: UserReportsService;
  readonly webhookSending: WebhookSendingService;
  readonly welcomes: WelcomesService;
}

/**
 * How runs of a job may overlap.
 * - `singleton`: one run at a time across all workers.
 * - `each`: a worker runs its jobs one after the other; several workers run in parallel.
 * - `merged`: one run in a worker completes all jobs that were waiting.
 */
type Concurrency = 'singleton' | 'each' | 'merged';

/** A declared job. The queue, the worker and `docs/jobs.md` derive from the declaration. */
export interface Job<Deps = JobDeps> {
  readonly name: string;
  /** A sentence for `docs/jobs.md`. */
  readonly summary: string;
  /** The schema of the enqueued data. A scheduled run has `null`. */
  readonly payload: z.ZodType;
  /** A cron expression in UTC. */
  readonly schedule?: string;
  /** Whether a failed run is retried. Without retries, the next scheduled run does the work. */
  readonly retry: boolean;
  readonly concurrency: Concurrency;
  /**
   * Starts a run when something is due, which the worker asks every second: for work that triggers of
   * the database leave in a table.
   */
  isDue?(deps: Deps): Promise<boolean>;
  /** Whether queued messages start a run too, without a job. */
  readonly isWokenByMessages?: boolean;
  /**
   * @param data is parsed by `payload`
   * @returns fields for the log line of the run
   * @throws ZodError when `payload` rejects the data; the reason of `signal` when it aborts the run
   */
  run(deps: Deps, data: unknown, signal: AbortSignal): Promise<object>;
}

interface Declaration<Deps, Payload extends z.ZodType> extends Omit<Job<Deps>, 'run'> {
  readonly payload: Payload;
  run(deps: Deps, payload: z.infer<Payload>, signal: AbortSignal): Promise<object>;
}

/** Declares a job. Add it to `JOBS`; when code enqueues it, add its payload to `JobPayloads`. */
export const job = <Needs extends keyof JobDeps, Payload extends z.ZodType>(
  declaration: Declaration<Pick<JobDeps, Needs>, Payload>,
): Job<Pick<JobDeps, Needs>> => ({
  ...declaration,
  run: async (deps, data, signal) => declaration.run(deps, declaration.payload.parse(data), signal),
});
