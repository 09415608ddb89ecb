import type { Behavior, BotMessage } from '../../support/fake-bot-api.ts';
import { disturbedBroadcast } from '../broadcasts.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';

const RECIPIENTS = 1_000;
const BLOCKED = RECIPIENTS / 20;
const LOST_ANSWERS = RECIPIENTS / 100;
const PAUSE_MS = 3_000;
/** Messages that a worker had claimed before the pause go out. */
const CLAIMED_MS = 1_000;

function answerTo({ chat_id }: BotMessage, nth: number): Behavior {
  if (chat_id % 20 === 2) return 'blocked';
  if (nth > 1) return 'ok';
  if (chat_id % 200 === 1) return { retry_after: PAUSE_MS / 1_000 };
  switch (chat_id % 100) {
    case 3:
      return 'hang';
    case 53:
      return 'lost';
    case 4:
    case 54:
      return 'server_error';
    case 5:
      return 'nonsense';
    default:
      return 'ok';
  }
}

export const experiment: Experiment = {
  fault: `the Bot API answers ${RECIPIENTS} messages with 403 (5 %), 500 (2 %), HTML (1 %), not at all (2 %, half of them sent) and 429 (0.5 %); two workers`,
  async run() {
    const { fake, stats, standing, states } = await disturbedBroadcast({
      recipients: RECIPIENTS,
      workers: 2,
      rate: 100,
      answerTo,
      disturb: async () => {},
    });
    const calls = Map.groupBy(fake.calls, ({ chat_id }) => chat_id);
    const pauses = fake.calls.filter(({ behavior }) => typeof behavior === 'object');
    const isWithinAPause = ({ at }: { readonly at: number }) =>
      pauses.some((pause) => at > pause.at + CLAIMED_MS && at < pause.at + PAUSE_MS);
    const refused = fake.calls.filter(({ behavior }) => behavior === 'blocked');
    return [
      exactly('lost', RECIPIENTS - BLOCKED - standing.length, 0),
      exactly('recorded as sent', states.sent ?? 0, RECIPIENTS - BLOCKED),
      exactly('failed as blocked', stats.failures_by_reason.blocked ?? 0, BLOCKED),
      exactly('calls for those who blocked the bot', refused.length, BLOCKED),
      exactly('sent and failed in the statistics', stats.sent + stats.failed, RECIPIENTS),
      exactly(
        'calls within a pause, after its first second',
        countOf(fake.calls, isWithinAPause),
        0,
      ),
      atMost('most calls for one user', Math.max(...[...calls.values()].map(lengthOf)), 2),
      atMost(
        'sent twice, of those whose answer was lost',
        standing.filter((chat) => fake.sentTo(chat) > 1).length,
        LOST_ANSWERS,
      ),
    ];
  },
};

const lengthOf = ({ length }: readonly unknown[]) => length;
const countOf = <T>(all: readonly T[], is: (one: T) => boolean) => all.filter(is).length;
