import {
  type PlannedFault,
  type SandboxCall,
  type SandboxFault,
  startPartnerSandbox,
} from '../../../src/development/partner-sandbox.ts';
import { until } from '../../support/until.ts';
import { atLeast, atMost, type Experiment, exactly } from '../experiment.ts';
import { residentMb } from '../process.ts';
import { call, openSite, statusOf } from '../site.ts';

const PARTNER = '/partner/partnera';
const MINTS = 4;
const WORDS = ['no such table', 'Sign in to the gateway', 'canary-of-the-partner', 'sandbox-'];
const WRONG: SandboxFault = { status: 200, body: { expires_in: 'canary-of-the-partner' } };

export const experiment: Experiment = {
  fault: `a partner that never answers, answers 500, HTML, 50 MB, half an answer, wrong types and redirects; whose answer to ${MINTS} mints is lost`,
  async run() {
    await using opened = new AsyncDisposableStack();
    let reaction = (_call: SandboxCall): PlannedFault | undefined => undefined;
    const paths: string[] = [];
    const sandbox = await startPartnerSandbox({
      mintMs: 0,
      async onCall(made) {
        paths.push(made.path);
        return reaction(made);
      },
    });
    opened.defer(() => sandbox.stop());
    const site = opened.use(await openSite());
    const env = { ...sandbox.env, NODE_ENV: 'test', RATE_LIMIT_ENABLED: 'false' };
    let user = 1_000;
    const register = (to: { readonly url: string }, as: number) =>
      call(to, `${PARTNER}/register`, { as, body: { email: `user${as}@example.org` } });

    const redirect = { redirect: `${sandbox.url}/v1/redirected` };
    const faults: SandboxFault[] = ['slow', 'error', 'html', 'huge', 'cut', WRONG, redirect];
    const answers: { status: number; seconds: number; grownMb: number; text: string }[] = [];
    for (const fault of faults) {
      // A process of its own, since five failures open the circuit.
      await using api = await site.start(env);
      const before = await residentMb(api);
      reaction = () => ({ fault, isLate: false });
      const started = performance.now();
      const { status, ...response } = await register(api, user++).then(async (got) => ({
        status: got.status,
        text: await got.text(),
      }));
      const seconds = (performance.now() - started) / 1_000;
      const grownMb = (await residentMb(api)) - before;
      answers.push({ status, seconds, grownMb, text: response.text + api.output() });
    }

    reaction = () => undefined;
    const api = await site.start(env);
    for (let nth = 0; nth < MINTS; nth++) {
      const as = 2_000 + nth;
      await statusOf(api, `${PARTNER}/register`, { as, body: { email: `mint${nth}@example.org` } });
      await statusOf(api, `${PARTNER}/verify`, { as, body: { code: '424242' } });
      await statusOf(api, `${PARTNER}/pog/mint`, { as, method: 'POST' });
    }
    const lost = new Set<string>();
    reaction = ({ path, headers }) => {
      const key = String(headers['idempotency-key']);
      if (path !== '/v1/mints' || lost.has(key)) return undefined;
      lost.add(key);
      return { fault: 'slow', isLate: true };
    };
    const worker = await site.start({ ...env, ROLE: 'worker' });
    const ofTheUsers = () =>
      site
        .db('partner_mints as m')
        .join('users as u', 'u.id', 'm.user_id')
        .whereBetween('u.messenger_id', [2_000, 2_000 + MINTS - 1])
        .select('m.status');
    const isMinted = ({ status }: { status: string }) => status === 'minted';
    await until(async () => (await ofTheUsers()).every(isMinted));
    const accounts = await site
      .db('partner_accounts as a')
      .join('users as u', 'u.id', 'a.user_id')
      .whereBetween('u.messenger_id', [2_000, 2_000 + MINTS - 1])
      .pluck('a.partner_user_id');
    const perAccount = Map.groupBy(sandbox.mints, ({ user_id }) => user_id);
    const output = answers.map(({ text }) => text).join() + api.output() + worker.output();
    return [
      exactly('answers but 502', answers.filter(({ status }) => status !== 502).length, 0),
      atMost('longest answer', Math.max(...answers.map(({ seconds }) => seconds)), 10, 's'),
      atMost(
        'memory that one answer added',
        Math.max(...answers.map((one) => one.grownMb)),
        100,
        'MB',
      ),
      exactly('redirects followed', paths.filter((path) => path.includes('redirected')).length, 0),
      exactly(
        'words and tokens of the partner in answers and logs',
        WORDS.filter((word) => output.includes(word)).length,
        0,
      ),
      atLeast('answers to mints that were lost', lost.size, MINTS),
      exactly(
        'accounts minted twice',
        [...perAccount.values()].filter((mints) => mints.length > 1).length,
        0,
      ),
      exactly('minted', accounts.filter((id) => perAccount.has(id)).length, MINTS),
    ];
  },
};
