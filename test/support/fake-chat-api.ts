import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

/** The body of a chat completion request. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export interface ChatCall {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly request: ChatRequest;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Answers a call; without an end, the call hangs. */
type Respond = (response: ServerResponse, call: ChatCall) => void;

export const CONTENT = {
  headline: 'Builds engines',
  summary: 'Builds engines and writes about them.',
  tags: ['engines', 'c++', 'open source'],
  interests: ['Engines', 'Open source'],
};

/** Answers with this text as the message of the model. */
export const says =
  (content: string): Respond =>
  (response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  };
export const answers = (content: object): Respond => says(JSON.stringify(content));
export const fails =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, headers).end('{"error":{"message":"words of the provider"}}');
  };

/** A server for chat completions, over real HTTP. */
export class FakeChatApi {
  readonly calls: ChatCall[] = [];
  /** How it answers; tests replace it. */
  respond: Respond = answers(CONTENT);
  readonly #server: Server;

  static async start(): Promise<FakeChatApi> {
    const server = createServer();
    const fake = new FakeChatApi(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      const at = performance.timeOrigin + performance.now();
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const call = {
          path: request.url,
          authorization: request.headers.authorization,
          request: JSON.parse(Buffer.concat(chunks).toString()),
          at,
        };
        this.calls.push(call);
        this.respond(response, call);
      });
    });
  }

  /** The value for `ENRICHMENT_API_URL`. */
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
  }

  /** The profiles that were sent. */
  get profiles(): Record<string, unknown>[] {
    return this.calls.map(({ request }) => JSON.parse(request.messages.at(-1)?.content ?? '{}'));
  }

  /** Call it before each test. */
  reset(): void {
    this.calls.length = 0;
    this.respond = answers(CONTENT);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
