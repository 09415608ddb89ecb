import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Knex } from 'knex';
import { type Logger, pino } from 'pino';
import { createWebhooks } from '../../src/app/webhooks.ts';
import { SENT_MESSAGES } from '../../src/http/schemas/webhooks/webhook-kinds.schemas.ts';
import { signatureProblem } from '../../src/lib/standard-webhooks.ts';
import { type StartOptions, startApi, type TestApi } from './api.ts';
import { until } from './until.ts';

/** A message as a receiver gets it. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly id: string;
  readonly rawBody: Buffer;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly conference_id: number | null;
    readonly data: { readonly items: readonly (Item & { readonly sequence: number })[] };
  };
}
type Item = Readonly<Record<string, unknown>>;

/** Answers a message; without an end, the call hangs. */
export type Respond = (response: ServerResponse, message: ReceivedMessage) => void;

export const answers =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, headers).end('words of the receiver');
  };

/** A receiver of webhooks, over real HTTP. */
export class WebhookReceiver implements AsyncDisposable {
  readonly messages: ReceivedMessage[] = [];
  /** How it answers; tests replace it. */
  respond: Respond = answers(204);
  readonly #server: Server;

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const rawBody = Buffer.concat(chunks);
        const message = {
          path: request.url ?? '',
          headers: request.headers,
          id: String(request.headers['webhook-id']),
          rawBody,
          body: JSON.parse(rawBody.toString()),
        };
        this.messages.push(message);
        this.respond(response, message);
      });
    });
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** The items of all messages of a kind, without their sequences, in the order of these. */
  itemsOf(type: string): Item[] {
    return this.messages
      .filter(({ body }) => body.type === type)
      .flatMap(({ body }) => body.data.items)
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ sequence: _, ...item }) => item);
  }

  /** Call it before each test. */
  reset(): void {
    this.messages.length = 0;
    this.respond = answers(204);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

const silent = pino({ level: 'silent' });

/** The application, which may send to receivers on this machine. */
export const startWebhookApi = (options: StartOptions = {}): Promise<TestApi> =>
  startApi({ ...options, env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', ...options.env } });

/** Sends webhooks as a process of its own does, which begins with its first run. */
export function createWebhookSender(api: TestApi, { log = silent }: { log?: Logger } = {}) {
  const { store, services, now } = api;
  const base = { store, config: api.configWith({}), log, now, address: () => api.url };
  return createWebhooks(base, services).services.webhookSending;
}

/** Makes messages of what changed, and sends what is due, once. */
export const sendWebhooks = (api: TestApi) =>
  createWebhookSender(api).run(new AbortController().signal);

/** Creates an endpoint by the API, as the owner unless the test says otherwise. */
export async function aWebhook(
  api: TestApi,
  given: {
    readonly url: string;
    readonly kinds: readonly string[];
    readonly conference_id?: number | null;
    readonly description?: string;
  },
  key?: string,
): Promise<{ readonly id: number; readonly secret: string; readonly version: number }> {
  const { body } = await api.admin(key).post('/api/v1/admin/webhooks').send(given).expect(201);
  return body;
}

/** What the outbox has, and then has no more. */
export async function takeOutbox(
  db: Knex,
): Promise<{ kind: string; conference_id: number | null; item: Item }[]> {
  const rows = await db('webhook_changes').orderBy('id').select('kind', 'conference_id', 'item');
  await db('webhook_changes').delete();
  for (const { kind, item } of rows) expect(declaredItemOf(kind, item)).toEqual(item);
  return rows;
}

/** The fields of an item that the reference declares. */
export function declaredItemOf(kind: string, item: Item): Item {
  const message = SENT_MESSAGES.find((one) => one.kind === kind);
  const body = message?.schema.parse({
    type: kind,
    timestamp: '2026-05-14T09:00:00.000Z',
    conference_id: null,
    data: { items: [{ sequence: 1, ...item }] },
  }) as ReceivedMessage['body'] | undefined;
  const { sequence: _, ...declared } = body?.data.items[0] ?? { sequence: 0 };
  return declared;
}

/** The problem of the signature of a message; undefined for a valid one. */
export const problemOf = ({ headers, rawBody }: ReceivedMessage, secret: string, now: Date) =>
  signatureProblem(headers as Record<string, string>, { secrets: [secret], rawBody, now });

/** Waits until as many messages have arrived. */
export const received = (receiver: WebhookReceiver, count: number) =>
  until(() => receiver.messages.length >= count);
