import type {
  MessageSendingService,
  SendingReport,
} from '../services/messaging/message-sending.service.ts';

/** Sends the messenger messages that are due, however many jobs said that there are some. */
export const sendMessages = {
  name: 'send-messages',
  /** Every minute, for what waits longer than a run does: the end of quiet hours, a pause. */
  cron: '* * * * *',
  run: (
    { messageSending }: { messageSending: MessageSendingService },
    signal: AbortSignal,
  ): Promise<SendingReport> => messageSending.run(signal),
} as const;
