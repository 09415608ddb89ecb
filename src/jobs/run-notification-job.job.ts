import { z } from 'zod';
import type { BroadcastFanoutService } from '../services/messaging/broadcast-fanout.service.ts';

const Payload = z.strictObject({ job_id: z.int().positive().optional() });

/** Makes the recipients of a notification job whose time has come. */
export const runNotificationJob = {
  name: 'run-notification-job',
  /** Every minute, without an id, for those that fell through. */
  cron: '* * * * *',
  /** @throws ZodError for data that is none of ours; the reason of `signal` when there is more to do */
  async run(
    { broadcastFanout }: { broadcastFanout: BroadcastFanoutService },
    data: unknown,
    signal: AbortSignal,
  ): Promise<{ job_id?: number | undefined }> {
    const { job_id } = Payload.parse(data ?? {});
    if (job_id === undefined) await broadcastFanout.runOverdue(signal);
    else await broadcastFanout.run(job_id, signal);
    return { job_id };
  },
} as const;
