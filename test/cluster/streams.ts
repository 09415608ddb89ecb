import { call, credentials } from '../faults/site.ts';
import { EventStreamReader } from '../support/event-stream.ts';
import type { Service } from '../support/service.ts';

/** The first user who listens, and the first of those who send requests to them. */
const LISTENER = 900_000;
const REQUESTER = 910_000;

/** Live streams of two users, one at each process. */
export class Streams implements Disposable {
  readonly #streams: readonly Stream[];
  #requests = 0;

  static async open(apis: readonly [Service, Service]): Promise<Streams> {
    const [one, two] = apis;
    const pairs = [
      { at: one, from: two },
      { at: two, from: one },
    ];
    return new Streams(
      await Promise.all(pairs.map((pair, index) => openStream(LISTENER + index, pair))),
    );
  }

  private constructor(streams: readonly Stream[]) {
    this.#streams = streams;
  }

  /**
   * Sends each user a connection request at the process that does not serve their stream, and waits until both
   * streams have it.
   * @throws Error when a request is refused
   */
  async untilEvents(): Promise<void> {
    await Promise.all(
      this.#streams.map(async ({ reader, userId, from }) => {
        const seen = reader.titles.length;
        const as = REQUESTER + this.#requests++;
        const response = await call(from, '/connections', { as, body: { recipient_id: userId } });
        if (!response.ok) throw new Error(await response.text());
        await reader.received(seen + 1);
      }),
    );
  }

  [Symbol.dispose](): void {
    for (const { reader } of this.#streams) reader.close();
  }
}

interface Stream {
  readonly userId: number;
  readonly reader: EventStreamReader;
  readonly from: Service;
}

async function openStream(
  as: number,
  { at, from }: { readonly at: Service; readonly from: Service },
): Promise<Stream> {
  const me = await call(at, '/users/me', { as });
  const { id: userId } = (await me.json()) as { id: number };
  const url = `${at.url}/api/v1/notifications/stream`;
  const reader = await EventStreamReader.open(url, credentials(as));
  await reader.until(({ lastId }) => lastId !== '');
  return { userId, reader, from };
}
