import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { TestApi } from '../../support/api.ts';
import {
  aWebhook,
  type ReceivedMessage,
  startWebhookApi,
  WebhookReceiver,
} from '../../support/webhooks.ts';

const run = promisify(execFile);
const PAGE = readFileSync('docs/webhooks.md', 'utf8');
const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));
if (!PYTHON) console.warn('The example in Python is not run: it needs python3.');

const exampleIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(PAGE)?.[1] ?? '';

let api: TestApi;
let message: ReceivedMessage;
let secret: string;

beforeAll(async () => {
  api = await startWebhookApi();
  api.advance(Date.now() - api.now().getTime());
  await using receiver = await WebhookReceiver.start();
  const endpoint = await aWebhook(api, { url: receiver.url(), kinds: ['attendance.changed'] });
  await api.admin().post(`/api/v1/admin/webhooks/${endpoint.id}/test`).expect(200);
  secret = endpoint.secret;
  [message] = receiver.messages as [ReceivedMessage];
});
afterAll(() => api.close());

interface Given {
  readonly headers: object;
  readonly body: string;
  readonly secret: string;
}
type Check = (given: Given) => Promise<{ stdout: string }>;

const inNode: Check = (given) =>
  run(process.execPath, [
    '--input-type=module',
    '-e',
    `${exampleIn('js')}
     const { headers, body, secret } = ${JSON.stringify(given)};
     console.log(isFromHallway(headers, Buffer.from(body), secret));`,
  ]);
const inPython: Check = (given) =>
  run(PYTHON ?? '', [
    '-c',
    `${exampleIn('python')}
import json, sys
given = json.loads(sys.argv[1])
print(str(is_from_hallway(given["headers"], given["body"].encode(), given["secret"])).lower())`,
    JSON.stringify(given),
  ]);

const examples: [string, Check][] = [['Node.js', inNode]];
if (PYTHON) examples.push(['Python', inPython]);

describe.each(examples)('the example of docs/webhooks.md in %s', (_language, check) => {
  const verdictOn = async (change: (given: Given) => Partial<Given>) => {
    const given = { headers: message.headers, body: message.rawBody.toString(), secret };
    return (await check({ ...given, ...change(given) })).stdout.trim();
  };

  it('accepts a message of this service', async () => {
    expect(await verdictOn(() => ({}))).toBe('true');
  });

  it('accepts one that two secrets have signed', async () => {
    const both = `v1,c2lnbmF0dXJl ${message.headers['webhook-signature']}`;
    expect(
      await verdictOn(({ headers }) => ({ headers: { ...headers, 'webhook-signature': both } })),
    ).toBe('true');
  });

  it.each<[string, (given: Given) => Partial<Given>]>([
    ['another body', ({ body }) => ({ body: `${body} ` })],
    ['another secret', () => ({ secret: `whsec_${Buffer.alloc(32).toString('base64')}` })],
    ['another id', ({ headers }) => ({ headers: { ...headers, 'webhook-id': 'msg_1' } })],
    [
      'an old time',
      ({ headers }) => ({ headers: { ...headers, 'webhook-timestamp': '1778745601' } }),
    ],
    ['no headers', () => ({ headers: {} })],
  ])('refuses %s', async (_what, change) => {
    expect(await verdictOn(change)).toBe('false');
  });
});
