import {
  auditLogEndpoints,
  denormalizedCounterEndpoints,
  queuedJobEndpoints,
  sendingEndpoints,
} from '../http/routers/operations/operations.router.ts';
import type { Media } from '../integrations/media/open-media.ts';
import { MediaSizesService } from '../services/media/media-sizes.service.ts';
import { AuditLogService } from '../services/operations/audit-log.service.ts';
import { DenormalizedCountersService } from '../services/operations/denormalized-counters.service.ts';
import { ProfileReadQuotaService } from '../services/operations/profile-read-quota.service.ts';
import { QueuedJobsService } from '../services/operations/queued-jobs.service.ts';
import { SendingService } from '../services/operations/sending.service.ts';
import { SharedStateService } from '../services/operations/shared-state.service.ts';
import type { PointsService } from '../services/quests/points.service.ts';
import type { Base } from './outside.ts';

interface Deps {
  readonly stores: Media;
  readonly points: PointsService;
}

/** The audit log, and the check of kept numbers. */
export function createOperations({ store, log, now }: Base, { stores, points }: Deps) {
  const services = {
    profileReads: new ProfileReadQuotaService({ store, log, now }),
    auditLog: new AuditLogService({ store }),
    queuedJobs: new QueuedJobsService({ store }),
    sending: new SendingService({ store, now }),
    sharedState: new SharedStateService({ store }),
    denormalizedCounters: new DenormalizedCountersService({
      store,
      points,
      mediaSizes: new MediaSizesService({ store, stores }),
    }),
  };
  return {
    services,
    endpoints: [
      ...auditLogEndpoints(services),
      ...denormalizedCounterEndpoints(services),
      ...queuedJobEndpoints(services),
      ...sendingEndpoints(services),
    ],
  };
}
