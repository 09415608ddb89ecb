import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Below Jest's test timeout, and far above what a slow machine needs. */
const PATIENCE_MS = 100_000;

export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly id: number; readonly title: string };
}

/** A client of Server-Sent Events that reads like a browser. */
export class EventStreamReader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly #res: IncomingMessage;
  readonly #events: ServerEvent[] = [];
  #text = '';
  /** The text after the last empty line. */
  #rest = '';
  #lastId = '';
  #hasEnded = false;

  static async open(
    url: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventStreamReader> {
    const req = get(url, { headers, agent: false });
    const [res] = await once(req, 'response');
    return new EventStreamReader(res);
  }

  private constructor(res: IncomingMessage) {
    this.#res = res;
    this.status = Number(res.statusCode);
    this.headers = res.headers;
    res.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    // A destroyed stream raises an error here.
    res.on('error', () => {});
    res.once('close', () => {
      this.#hasEnded = true;
    });
  }

  /** The text received so far. */
  get text(): string {
    return this.#text;
  }

  get events(): readonly ServerEvent[] {
    return this.#events;
  }

  get titles(): readonly string[] {
    return this.events.map(({ data }) => data.title);
  }

  /** The value that a browser would send as `Last-Event-ID`. */
  get lastId(): string {
    return this.#lastId;
  }

  /** Whether the server ended the stream properly instead of destroying it. */
  get isComplete(): boolean {
    return this.#res.complete;
  }

  /** @throws Error when the condition does not become true in time */
  async until(holds: (reader: this) => boolean): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!holds(this)) {
      if (Date.now() > deadline)
        throw new Error(`the condition did not become true:\n${this.#text.slice(-2_000)}`);
      await sleep(5);
    }
  }

  /** Waits for `count` events and returns the titles of all received ones. */
  async received(count: number): Promise<readonly string[]> {
    await this.until(({ titles }) => titles.length >= count);
    return this.titles;
  }

  ended(): Promise<void> {
    return this.until(() => this.#hasEnded);
  }

  /** Stops reading but keeps the connection open. */
  pause(): void {
    this.#res.pause();
  }

  resume(): void {
    this.#res.resume();
  }

  close(): void {
    this.#res.destroy();
  }

  #read(text: string): void {
    this.#text += text;
    const blocks = `${this.#rest}${text}`.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const { id = '', event = '', data } = fieldsOf(block);
      if (id) this.#lastId = id;
      if (data !== undefined) this.#events.push({ id, event, data: JSON.parse(data) });
    }
  }
}

const fieldsOf = (block: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
