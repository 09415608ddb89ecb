import { ApiError, networkError, notJsonError, refusalOf } from './api-error.ts';
import type { Credentials, SignIn } from './credentials.ts';
import { eventsOf } from './event-stream.ts';
import type { Session } from './operations.d.ts';
import { nextPage } from './pages.ts';
import { bodyOf, tagOf, urlOf } from './requests.ts';
import { mayRepeat, pause, waitMs } from './retries.ts';
import { ROUTES } from './routes.ts';
import type {
  Answer,
  Common,
  FileName,
  ListName,
  Name,
  Options,
  Page,
  Params,
  Rest,
  Row,
  StreamEvent,
  StreamName,
} from './types.ts';
import { type Progress, uploading } from './upload.ts';

export interface ClientSettings {
  /** Where the API is, such as `https://conference.example/api/v1`; by default on the page's host. */
  readonly baseUrl?: string;
  /** Without them, public operations, and in a browser those that its cookie allows. */
  readonly credentials?: Credentials;
  /** How often a call that may be repeated is repeated; 2 by default. */
  readonly retries?: number;
  /** The service refuses fields and parameters that it does not know; for development. */
  readonly strict?: boolean;
  /** Errors name their fields: `error.errors`, by RFC 9457. */
  readonly problems?: boolean;
  readonly fetch?: typeof fetch;
}

/** The options of any operation, as the implementation sees them. */
export interface Given extends Common {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: string | number;
  readonly idempotencyKey?: string;
  readonly onProgress?: Progress;
}

/** The API of one service. Every method throws an `ApiError`, or the reason of its `signal`. */
export class Client {
  readonly #baseUrl: string;
  readonly #credentials: Credentials | undefined;
  readonly #retries: number;
  readonly #strict: boolean;
  readonly #problems: boolean;
  readonly #fetch: typeof fetch;

  constructor({
    baseUrl = '/api/v1',
    credentials,
    retries = 2,
    strict = false,
    problems = false,
    fetch: given = (...request) => fetch(...request),
  }: ClientSettings = {}) {
    this.#baseUrl = baseUrl.replace(/\/$/, '');
    this.#credentials = credentials;
    this.#retries = retries;
    this.#strict = strict;
    this.#problems = problems;
    this.#fetch = given;
  }

  /** Calls an operation by its name in the API reference. A body with a file is sent as a form. */
  async call<N extends Name>(name: N, ...[options]: Rest<Options<N>>): Promise<Answer<N>> {
    return this.#json(name, options as Given);
  }

  /**
   * As `call`, and reports the sent bytes of the body. Browsers alone know them; elsewhere `onProgress`
   * is called once at the end.
   */
  async upload<N extends Name>(
    name: N,
    options: Options<N> & { readonly onProgress: Progress },
  ): Promise<Answer<N>> {
    return this.#json(name, options as Given);
  }

  /** A calendar, a spreadsheet or another file, as the `Response` of `fetch`. */
  async file<N extends FileName>(name: N, ...[options]: Rest<Options<N>>): Promise<Response> {
    return this.#answer(name, options as Given);
  }

  /** The address of an operation, for a link, an image or an EventSource. */
  url<N extends Name>(name: N, params: Params<N>): string {
    return this.#baseUrl + urlOf(name, params);
  }

  /** One page of a list: its first, or with what `nextPage` answers the one after. */
  async page<N extends ListName>(name: N, params: Params<N>): Promise<Page<N>> {
    return this.#json(name, { params: { ...params } }) as Promise<Page<N>>;
  }

  /** The pages of a list, each when the one before it was read. */
  async *pages<N extends ListName>(
    name: N,
    ...[options]: Rest<Options<N>>
  ): AsyncGenerator<Answer<N>, void, undefined> {
    const given = (options ?? {}) as Given;
    let params: Record<string, unknown> | undefined = { ...given.params };
    while (params) {
      const page: Answer<N> = await this.#json(name, { ...given, params });
      yield page;
      const next = nextPage(page);
      params = next && { ...params, page: undefined, ...next };
    }
  }

  /** The rows of a list, page by page. */
  async *rows<N extends ListName>(
    name: N,
    ...options: Rest<Options<N>>
  ): AsyncGenerator<Row<N>, void, undefined> {
    for await (const page of this.pages(name, ...options)) {
      yield* (page as { readonly data: readonly Row<N>[] }).data;
    }
  }

  /**
   * The events of a live stream, until the `signal` ends it or the service refuses it. After a lost
   * connection it goes on behind the last event.
   */
  async *stream<N extends StreamName>(
    name: N,
    ...[options]: Rest<Options<N>>
  ): AsyncGenerator<StreamEvent<N>, void, undefined> {
    const given = (options ?? {}) as Given;
    let last = '';
    let retryMs = 1_000;
    while (!given.signal?.aborted) {
      const headers = { ...given.headers, ...(last && { 'Last-Event-ID': last }) };
      try {
        const answer = await this.#answer(name, { ...given, headers });
        for await (const { id, event, data, retry } of eventsOf(answer, given.signal)) {
          retryMs = retry ?? retryMs;
          last = id || last;
          if (data !== undefined) yield { id, event, data: JSON.parse(data) } as StreamEvent<N>;
        }
      } catch (error) {
        const isLost = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
        if (given.signal?.aborted || !isLost) throw error;
      }
      await pause(retryMs, given.signal);
    }
  }

  async #json<N extends Name>(name: N, given?: Given): Promise<Answer<N>> {
    const answer = await this.#answer(name, given);
    const text = await answer.text().catch((error) => {
      throw given?.signal?.aborted ? error : networkError(name, error);
    });
    try {
      return JSON.parse(text) as Answer<N>;
    } catch (cause) {
      throw notJsonError(name, answer, { body: text, cause });
    }
  }

  async #answer(name: Name, given: Given = {}): Promise<Response> {
    const repeats = mayRepeat(ROUTES[name]);
    // The same key for every attempt: what the first one did is not done again.
    const idempotencyKey =
      repeats === 'by key' ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(name, { ...given, ...(idempotencyKey && { idempotencyKey }) });
      } catch (error) {
        const ms =
          attempt < this.#retries ? waitMs(error, repeats !== 'never', attempt) : undefined;
        if (ms === undefined) throw error;
        await pause(ms, given.signal);
      }
    }
  }

  /** Sends it once, and once more with other credentials where the first are refused. */
  async #attempt(name: Name, given: Given, isSecond = false): Promise<Response> {
    const credentials = this.#credentials;
    const signed = (await credentials?.headers(this.#signIn)) ?? {};
    const answer = await this.#send(name, { ...given, headers: { ...signed, ...given.headers } });
    if (answer.status === 401 && credentials?.renew && !isSecond) {
      await credentials.renew(signed);
      return this.#attempt(name, given, true);
    }
    if (!answer.ok) throw await refusalOf(name, answer);
    return answer;
  }

  readonly #signIn: SignIn = async (operation, given): Promise<Session> => {
    const answer = await this.#send(operation, given);
    if (!answer.ok) throw await refusalOf(operation, answer);
    return (await answer.json()) as Session;
  };

  async #send(name: Name, given: Given): Promise<Response> {
    const [method = 'GET'] = ROUTES[name].split(/[! ]/);
    const { body, type } = bodyOf(given.body);
    const headers = {
      ...(this.#problems && { Accept: 'application/json, application/problem+json' }),
      ...(type && { 'Content-Type': type }),
      ...(this.#strict && { Prefer: 'handling=strict' }),
      ...(given.idempotencyKey && { 'Idempotency-Key': given.idempotencyKey }),
      ...(given.ifMatch !== undefined && { 'If-Match': tagOf(name, given) }),
      ...given.headers,
    };
    const { signal, onProgress } = given;
    const request = {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    };
    const url = this.#baseUrl + urlOf(name, given.params);
    try {
      const sent = onProgress ? uploading(this.#fetch, onProgress) : this.#fetch;
      return await sent(url, { credentials: 'same-origin', ...request });
    } catch (error) {
      throw signal?.aborted ? error : networkError(name, error);
    }
  }
}
