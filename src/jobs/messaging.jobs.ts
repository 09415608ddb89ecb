import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const dueBroadcast = z.strictObject({ job_id: z.int().positive() }).nullable();
const broadcast = z.strictObject({ job_id: z.int().positive() });
const botUpdate = z.strictObject({ bot_id: z.int(), update_id: z.int() });
const botPress = z.strictObject({ bot_id: z.int(), update_id: z.int() });

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** No data: the run reads the due messages from the deliveries. */
    'send-messages': null;
    'run-notification-job': z.infer<typeof dueBroadcast>;
    'recall-notification-job': z.infer<typeof broadcast>;
    /** The update itself is in `messenger_updates`, where an erasure deletes it. */
    'apply-bot-update': z.infer<typeof botUpdate>;
    /** As for `apply-bot-update`. */
    'apply-bot-press': z.infer<typeof botPress>;
  }
}

export const sendMessages = job({
  name: 'send-messages',
  summary: 'Sends the due messenger messages, at most `MESSENGER_RATE` per second.',
  payload: z.null(),
  // Sends messages that became due after the last run: at the end of quiet hours or of a pause.
  schedule: '* * * * *',
  retry: true,
  // One run sends all due messages, however many jobs were enqueued.
  concurrency: 'merged',
  isWokenByMessages: true,
  run: ({ deliveries }: Pick<JobDeps, 'deliveries'>, _payload, signal) => deliveries.run(signal),
});

export const runBroadcast = job({
  name: 'run-notification-job',
  summary: 'Creates the recipients and notifications of a broadcast that is due.',
  payload: dueBroadcast,
  // Runs due broadcasts whose own job was lost.
  schedule: '* * * * *',
  retry: true,
  concurrency: 'each',
  async run({ broadcastFanout }: Pick<JobDeps, 'broadcastFanout'>, data, signal) {
    if (data === null) await broadcastFanout.runOverdue(signal);
    else await broadcastFanout.run(data.job_id, signal);
    return { job_id: data?.job_id };
  },
});

export const startRelativeBroadcasts = job({
  name: 'start-relative-broadcasts',
  summary:
    'Starts the broadcasts whose time, relative to a conference or an event, has come. One whose time is past by more than an hour, or whose conference or event is cancelled or deleted, becomes a draft.',
  payload: z.null(),
  schedule: '* * * * *',
  retry: false,
  concurrency: 'singleton',
  run: ({ broadcastFanout }: Pick<JobDeps, 'broadcastFanout'>) => broadcastFanout.startRelative(),
});

export const recallBroadcast = job({
  name: 'recall-notification-job',
  summary: 'Takes the notifications of a recalled broadcast out of the inboxes, 5,000 at a time.',
  payload: broadcast,
  retry: true,
  concurrency: 'each',
  async run({ broadcastFanout }: Pick<JobDeps, 'broadcastFanout'>, { job_id }, signal) {
    await broadcastFanout.recall(job_id, signal);
    return { job_id };
  },
});

export const applyBotUpdate = job({
  name: 'apply-bot-update',
  summary:
    'Applies what a user wrote to the bot, and answers: in turn, at most 5 times in 15 seconds and 20 times an hour for each chat.',
  payload: botUpdate,
  retry: true,
  concurrency: 'each',
  async run({ botUpdates }: Pick<JobDeps, 'botUpdates'>, key) {
    return { outcome: await botUpdates.handle(key) };
  },
});

export const applyBotPress = job({
  name: 'apply-bot-press',
  summary:
    'Applies a press of a button below a message of the bot, such as Accept. A queue of its own, because the messenger waits for the answer.',
  payload: botPress,
  retry: true,
  concurrency: 'each',
  async run({ botPresses }: Pick<JobDeps, 'botPresses'>, key) {
    return { outcome: await botPresses.handle(key) };
  },
});

type Needs = Pick<JobDeps, 'sessionReminders'>;

export const planSessionReminders = job({
  name: 'plan-session-reminders',
  summary:
    'Queues the reminders of what begins soon, a minute before each is due, to the users who keep it or have a seat. It looks every 15 seconds.',
  payload: z.null(),
  retry: false,
  concurrency: 'merged',
  isDue: ({ sessionReminders }: Needs) => sessionReminders.isDue(),
  run: ({ sessionReminders }: Needs) => sessionReminders.plan(),
});

type Welcomes = Pick<JobDeps, 'welcomes'>;

export const sendWelcomes = job({
  name: 'send-welcomes',
  summary:
    'Welcomes those who got a seat at a conference that has a welcome. It looks every 10 seconds.',
  payload: z.null(),
  retry: false,
  concurrency: 'merged',
  isDue: ({ welcomes }: Welcomes) => welcomes.isDue(),
  run: ({ welcomes }: Welcomes, _payload, signal) => welcomes.send(signal),
});
