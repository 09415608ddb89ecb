import { disturbedBroadcast } from '../broadcasts.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';

const RECIPIENTS = 1_000;
const RATE = 25;

export const experiment: Experiment = {
  fault: `SIGKILL of one of two workers at half of a broadcast to ${RECIPIENTS} at ${RATE} a second`,
  async run() {
    const { lost, states, duplicates, inFlight, longestGapMs, mostInAnySecond } =
      await disturbedBroadcast({
        recipients: RECIPIENTS,
        workers: 2,
        rate: RATE,
        async disturb({ untilSent, kill, workers }) {
          await untilSent(0.5);
          for (const worker of workers.slice(0, 1)) await kill(worker);
        },
      });
    return [
      exactly('lost', lost, 0),
      exactly('recorded as sent', states.sent ?? 0, RECIPIENTS),
      atMost('sent by both, of those in flight', duplicates, inFlight),
      atMost('longest pause', longestGapMs / 1_000, 60, 's'),
      atMost('most in any second', mostInAnySecond, 30),
    ];
  },
};
