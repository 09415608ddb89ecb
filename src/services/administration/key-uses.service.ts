import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { atMostEvery } from '../../lib/at-most-every.ts';
import type { Store } from '../../repositories/store.ts';

/** How often a process notes the use of a key. */
const NOTE_MS = 60_000;

/** Notes when and from where keys were last used, beside the requests that use them. */
export class KeyUsesService {
  readonly #deps;
  /** Whether a use of a key is due to be noted, by the id of the key. */
  readonly #isDue = new Map<number, () => boolean>();
  readonly #writes = new Set<Promise<void>>();

  constructor(deps: { store: Store; log: Logger; now: () => Date }) {
    this.#deps = deps;
  }

  /** Notes a use at most once a minute. Its request does not wait, and a failure is logged only. */
  note(keyId: number, address: string): void {
    const isDue = this.#isDue.get(keyId) ?? atMostEvery(NOTE_MS);
    this.#isDue.set(keyId, isDue);
    if (!isDue()) return;
    const write = this.#write(keyId, address).finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  /** Waits for the writes that run. */
  async close(): Promise<void> {
    await Promise.all(this.#writes);
  }

  async #write(keyId: number, address: string): Promise<void> {
    const use = { at: this.#deps.now().toISOString(), address: isIP(address) ? address : null };
    try {
      await this.#deps.store.apiKeys.updateLastUse(keyId, use);
    } catch (err) {
      this.#deps.log.warn(
        { err, key_id: keyId },
        'API keys: last use not noted, next try in a minute',
      );
    }
  }
}
