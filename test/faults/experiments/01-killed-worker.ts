import { disturbedBroadcast } from '../broadcasts.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';

const RECIPIENTS = 10_000;

export const experiment: Experiment = {
  fault: `SIGKILL of the only worker at 20, 50 and 80 % of a broadcast to ${RECIPIENTS}, restarted`,
  async run() {
    const { lost, states, duplicates, inFlight, longestGapMs, stats } = await disturbedBroadcast({
      recipients: RECIPIENTS,
      async disturb({ untilSent, kill, startWorker, workers }) {
        for (const share of [0.2, 0.5, 0.8]) {
          await untilSent(share);
          const worker = workers.at(-1);
          if (worker) await kill(worker);
          await startWorker();
        }
      },
    });
    return [
      exactly('lost', lost, 0),
      exactly('recorded as sent', states.sent ?? 0, RECIPIENTS),
      exactly('sent in the statistics', stats.sent, RECIPIENTS),
      atMost('sent twice, of those in flight', duplicates, inFlight),
      atMost('longest pause', longestGapMs / 1_000, 60, 's'),
    ];
  },
};
