import type {
  PartnerSandbox,
  PlannedFault,
  SandboxCall,
} from '../../src/development/partner-sandbox.ts';
import { startPartnerSandbox } from '../../src/development/partner-sandbox.ts';
import type { User } from '../../src/domain/people/users.ts';
import { type StartOptions, startApi, type TestApi } from './api.ts';

export const PARTNER = '/api/v1/partner/partnera';
export const CODE = '424242';

/** The reaction of the sandbox to a call; undefined for the correct answer. */
export type OnCall = (call: SandboxCall) => Promise<PlannedFault | undefined>;

interface Options extends StartOptions {
  readonly mintMs?: number;
  readonly accessTtlSeconds?: number;
  readonly failureOf?: (key: string) => string | undefined;
}

/** An API with the sandbox of the partner, whose calls a test can watch and spoil. */
export class PartnerTest {
  readonly api: TestApi;
  readonly sandbox: PartnerSandbox;
  readonly calls: SandboxCall[];
  readonly #control: { onCall: OnCall };

  static async start({ mintMs = 0, accessTtlSeconds, failureOf, ...options }: Options = {}) {
    const calls: SandboxCall[] = [];
    const control: { onCall: OnCall } = { onCall: async () => undefined };
    const sandbox = await startPartnerSandbox({
      mintMs,
      ...(accessTtlSeconds !== undefined && { accessTtlSeconds }),
      failureOf,
      onCall(call) {
        calls.push(call);
        return control.onCall(call);
      },
    });
    const env = { ...sandbox.env, ...options.env };
    const api = await startApi({ ...options, env });
    return new PartnerTest(api, { sandbox, calls, control });
  }

  private constructor(
    api: TestApi,
    {
      sandbox,
      calls,
      control,
    }: { sandbox: PartnerSandbox; calls: SandboxCall[]; control: { onCall: OnCall } },
  ) {
    this.api = api;
    this.sandbox = sandbox;
    this.calls = calls;
    this.#control = control;
  }

  /** Another process with the same database and the same partner. */
  second(options: StartOptions = {}): Promise<TestApi> {
    return startApi({ ...options, on: this.api, env: { ...this.sandbox.env, ...options.env } });
  }

  async reset(): Promise<void> {
    this.#control.onCall = async () => undefined;
    this.calls.length = 0;
    await this.api.db('rate_limit_counters').delete();
  }

  /** From now on, each call is decided by `onCall`. */
  answerBy(onCall: OnCall): void {
    this.#control.onCall = onCall;
  }

  post(user: User, path: string, body?: object, api = this.api) {
    return api.as(user).post(`${PARTNER}/${path}`).send(body);
  }

  register(user: User, body: object = { email: `user${user.id}@example.org` }, api = this.api) {
    return this.post(user, 'register', body, api);
  }

  verify(user: User, code = CODE, api = this.api) {
    return this.post(user, 'verify', { code }, api);
  }

  mint(user: User) {
    return this.post(user, 'pog/mint');
  }

  poll(user: User) {
    return this.api.as(user).get(`${PARTNER}/pog/poll`);
  }

  async verified(user: User, body?: object): Promise<void> {
    await this.register(user, body).expect(200);
    await this.verify(user).expect(200);
  }

  /** Makes all mints due, and works on each of them once. */
  async work(api = this.api): Promise<void> {
    await api.db('partner_mints').update({ next_poll_at: 'epoch' });
    await api.services.partnerMintRuns.runDue();
  }

  accountOf({ id: user_id }: User) {
    return this.api.db('partner_accounts').where({ user_id }).first();
  }

  mintOf({ id: user_id }: User) {
    return this.api.db('partner_mints').where({ user_id }).first();
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.sandbox.stop();
  }
}
