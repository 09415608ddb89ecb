import path from 'node:path';
import { startLocalObjectStore } from '../../../src/development/local-object-store.ts';
import { startPartnerSandbox } from '../../../src/development/partner-sandbox.ts';
import { FakeBotApi } from '../../support/fake-bot-api.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { ENCRYPTION_KEY } from '../../support/service.ts';
import { atLeast, type Experiment, exactly } from '../experiment.ts';
import { ADMIN_API_KEY, call, JWT_SECRET, openSite } from '../site.ts';
import { aPicture, upload } from '../uploads.ts';

const EMAIL = 'canary-address@example.org';
const PHONE = '+4930901820';
const CODE = '90817263';
const OBJECTS_SECRET = 'q7Zr2LxV9tKe4WnB8sYd';
const WRONG_KEY = 'a-wrong-key-of-a-canary-of-32-letters';
const ROUNDS = 20;

export const experiment: Experiment = {
  fault: `${ROUNDS} rounds of requests with secrets, right and wrong ones, while the partner, the object store and then the database are silent`,
  async run() {
    await using opened = new AsyncDisposableStack();
    const site = opened.use(await openSite());
    const objects = await startLocalObjectStore({ directory: path.join(site.cwd, 'objects') });
    opened.defer(() => objects.stop());
    const partner = await startPartnerSandbox();
    opened.defer(() => partner.stop());
    const fake = opened.use(await FakeBotApi.start({ answerTo: () => 'unauthorized' }));
    const database = opened.use(await FaultProxy.before(site.databaseUrl));
    const store = opened.use(await FaultProxy.before(objects.env.OBJSTORE_ENDPOINT ?? ''));
    const service = await site.start({
      ...{ ...objects.env, ...partner.env, NODE_ENV: 'test', ROLE: 'all', LOG_LEVEL: 'debug' },
      ...{ OBJSTORE_ENDPOINT: store.url, OBJSTORE_SECRET_ACCESS_KEY: OBJECTS_SECRET },
      ...{ DATABASE_URL: database.url, MESSENGER_TRANSPORT: 'bot', MESSENGER_API_ROOT: fake.url },
    });
    const launch = signInitData({ id: 7, first_name: 'Ada' }, { at: new Date() });
    const signIn = await call(service, '/auth/login', { as: 7, method: 'POST' });
    const { token } = (await signIn.json()) as { token: string };
    const bytes = await aPicture();
    const bodies: string[] = [];
    const round = async (as: number) => {
      const wrong = { 'X-API-Key': WRONG_KEY };
      const requests = [
        call(service, `/users/me?token=${token}`, { headers: { 'X-Messenger-Auth': launch } }),
        call(service, '/users/me', { headers: { Authorization: `Bearer ${token}` } }),
        call(service, '/users/me', { headers: { 'X-Messenger-Auth': `${launch}0` } }),
        call(service, `/admin/users?q=${EMAIL}`, { as: 'admin' }),
        call(service, '/admin/users', { headers: wrong }),
        call(service, '/partner/partnera/register', { as, body: { email: EMAIL, phone: PHONE } }),
        call(service, '/partner/partnera/register', { as, body: { email: EMAIL } }),
        call(service, '/partner/partnera/verify', { as, body: { code: CODE } }),
        call(service, '/feedback', { as, body: { message: 42, contact: EMAIL } }),
        upload(service, { as, to: '/images/objstore/upload', bytes, name: `${EMAIL}.png` }),
      ];
      for (const answer of await Promise.all(requests)) {
        const text = await answer.text();
        // A user may read what is theirs.
        if (!answer.ok) bodies.push(text);
      }
    };
    for (let nth = 0; nth < ROUNDS; nth++) await round(1_000 + nth);
    store.silence();
    await round(2_000);
    store.restore();
    database.silence();
    await round(2_001);
    database.restore();

    const { rows: jobs } = await site.db.raw('select name, data, output from pgboss.job');
    const { password } = new URL(site.databaseUrl);
    const hash = new URLSearchParams(launch).get('hash') ?? launch;
    const secrets = [
      ...[BOT_TOKEN, ADMIN_API_KEY, JWT_SECRET, ENCRYPTION_KEY, OBJECTS_SECRET, WRONG_KEY],
      ...[partner.env.PARTNERA_API_KEY ?? '', password, hash, token, EMAIL, PHONE, CODE],
    ].filter((secret) => secret !== '');
    const places = { logs: service.output(), errors: bodies.join(), jobs: JSON.stringify(jobs) };
    const lines = service.log().filter(({ msg }) => msg.startsWith('request'));
    return [
      ...Object.entries(places).map(([place, text]) =>
        exactly(`secrets in ${place}`, secrets.filter((one) => text.includes(one)).length, 0),
      ),
      atLeast('error bodies', bodies.length, 5 * ROUNDS),
      atLeast('lines of requests', lines.length, 10 * ROUNDS),
    ];
  },
};
