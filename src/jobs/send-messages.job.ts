import type { DeliveriesService, SendingReport } from '../services/messaging/deliveries.service.ts';

/** Sends the messenger messages that are due, however many jobs said that there are some. */
export const sendMessages = {
  name: 'send-messages',
  /** Every minute, for what waits longer than a run does: the end of quiet hours, a pause. */
  cron: '* * * * *',
  run: (
    { deliveries }: { deliveries: DeliveriesService },
    signal: AbortSignal,
  ): Promise<SendingReport> => deliveries.run(signal),
} as const;
