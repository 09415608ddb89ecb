import type { SourceLease } from '../../repositories/sources/sources.repository.ts';
import type { Store } from '../../repositories/store.ts';

/** Often enough that two lost renewals do not end a lease of 5 minutes. */
const RENEWAL_MS = 60_000;

/** Keeps sources in the hands of their runs for as long as these take. */
export class SourceLeasesService {
  readonly #deps;

  /** @param deps.renewalMs between two renewals, for tests */
  constructor(deps: { store: Store; renewalMs?: number }) {
    this.#deps = deps;
  }

  /**
   * Runs `work` while it renews the lease. The signal of `work` aborts when `signal` does, or when the
   * source was changed or another worker has it.
   */
  async during<T>(
    lease: SourceLease,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const lost = new AbortController();
    const renew = async () => {
      if (!(await this.#deps.store.sources.updateRenewed(lease))) lost.abort();
    };
    // A renewal that fails is made up for by the next one.
    const timer = setInterval(
      () => void renew().catch(() => {}),
      this.#deps.renewalMs ?? RENEWAL_MS,
    );
    try {
      return await work(AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(timer);
    }
  }
}
