import { startPartnerSandbox } from '../../../src/development/partner-sandbox.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { atOnce, call, countOf, isServerError, openSite, statusOf } from '../site.ts';

const PARTNER = '/partner/partnera';
const TRIES = 2_000;
const USERS = 100;
/** Of one code. */
const ALLOWED = 5;
const AT_ONCE = 50;
const FIRST = 10_000;

export const experiment: Experiment = {
  fault: `${TRIES} wrong one-time codes of one user and 20 of each of ${USERS} others, over two processes, each from another forged address`,
  async run() {
    await using opened = new AsyncDisposableStack();
    let asked = 0;
    const sandbox = await startPartnerSandbox({
      async onCall({ path }) {
        if (path === '/v1/otp/verify') asked++;
        return undefined;
      },
    });
    opened.defer(() => sandbox.stop());
    const site = opened.use(await openSite());
    // The limits of codes are rules of the product: without the others, they alone remain.
    const limits = { PARTNERA_SANDBOX: 'false', RATE_LIMIT_ENABLED: 'false', TRUST_PROXY: '1' };
    const env = { ...sandbox.env, ...limits, NODE_ENV: 'test' };
    const processes = [await site.start(env), await site.start(env)] as const;
    let nth = 0;
    const send = (as: number, code: string) => {
      nth++;
      const headers = { 'X-Forwarded-For': `192.0.${nth % 256}.${(nth >> 8) % 256}` };
      return statusOf(processes[nth % 2 ? 1 : 0], `${PARTNER}/verify`, {
        as,
        body: { code },
        headers,
      });
    };
    const register = async (as: number) => {
      const body = { email: `user${as}@example.org` };
      return (await call(processes[0], `${PARTNER}/register`, { as, body })).status;
    };
    const registered = [await register(FIRST)];
    const ofOne: number[] = [];
    while (ofOne.length < TRIES) {
      const wrong = (at: number) =>
        send(FIRST, String((ofOne.length + at) % 10_000).padStart(4, '0'));
      ofOne.push(...(await atOnce(AT_ONCE, wrong)));
    }
    const askedForOne = asked;
    const rightTooLate = await send(FIRST, '424242');
    const ofOthers: number[] = [];
    let mostOfOne = 0;
    for (let as = FIRST + 1; as <= FIRST + USERS; as++) {
      registered.push(await register(as));
      const before = asked;
      ofOthers.push(...(await atOnce(20, (at) => send(as, `100${at}`))));
      mostOfOne = Math.max(mostOfOne, asked - before);
    }
    const all = [...ofOne, ...ofOthers];
    return [
      exactly(
        'codes sent',
        countOf(registered, (status) => status === 200),
        USERS + 1,
      ),
      exactly('codes of one user that reached the partner', askedForOne, ALLOWED),
      exactly(
        'answers to the others but 429',
        countOf(ofOne, (status) => status !== 429),
        ALLOWED,
      ),
      exactly('answer to the right code after them', rightTooLate, 429),
      atMost('codes of another user that reached the partner', mostOfOne, ALLOWED),
      exactly(
        'answers but 400 and 429',
        countOf(all, (status) => status !== 400 && status !== 429),
        0,
      ),
      exactly('5xx', countOf(all, isServerError), 0),
    ];
  },
};
