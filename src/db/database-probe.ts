import { UnknownMigrations } from './baseline.ts';
import { type DatabaseLook, lookAt } from './database-look.ts';
import { codeOf } from './pg-errors.ts';

/** The time between two looks. */
const LOOK_MS = 15_000;

/** What the last look at the database found. */
export interface Probed {
  /** Whether it answered. */
  readonly isUp: boolean;
  /** The time that it took, with a new connection. */
  readonly ms: number;
  /** Undefined if it did not answer, or has migrations of another version. */
  readonly found?: DatabaseLook;
  /** The error of the look. */
  readonly problem?: string | undefined;
}

/** Looks at the database every 15 s, also before the process can use it. */
export class DatabaseProbe {
  readonly #url: string;
  readonly #timer: NodeJS.Timeout;
  #last: Probed | undefined;
  #look: Promise<Probed> | undefined;

  /** @param url must not lead through PgBouncer in transaction mode */
  constructor(url: string) {
    this.#url = url;
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
    void this.look();
  }

  /** Undefined until the first look ends. */
  get last(): Probed | undefined {
    return this.#last;
  }

  /** Looks now; concurrent calls share one look. Never rejects. */
  look(): Promise<Probed> {
    this.#look ??= this.#lookNow().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #lookNow(): Promise<Probed> {
    const startedAt = performance.now();
    const result = await lookAt(this.#url).then(
      (found) => ({ isUp: true, found }),
      (error: unknown) => ({
        isUp: error instanceof UnknownMigrations,
        // The error of a host with several addresses has no message.
        problem: error instanceof Error && error.message ? error.message : codeOf(error),
      }),
    );
    this.#last = { ...result, ms: performance.now() - startedAt };
    return this.#last;
  }
}
