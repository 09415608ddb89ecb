import { disturbedBroadcast } from '../broadcasts.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';

const RECIPIENTS = 10_000;

export const experiment: Experiment = {
  fault: `SIGTERM of the only worker at half of a broadcast to ${RECIPIENTS}, restarted`,
  async run() {
    let stopMs = Number.NaN;
    const { lost, states, duplicates } = await disturbedBroadcast({
      recipients: RECIPIENTS,
      async disturb({ untilSent, stop, startWorker, workers }) {
        await untilSent(0.5);
        const stopping = performance.now();
        for (const worker of workers) await stop(worker);
        stopMs = performance.now() - stopping;
        await startWorker();
      },
    });
    return [
      exactly('lost', lost, 0),
      exactly('sent twice', duplicates, 0),
      exactly('recorded as sent', states.sent ?? 0, RECIPIENTS),
      atMost('stopped after', stopMs / 1_000, 15, 's'),
    ];
  },
};
