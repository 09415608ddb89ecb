import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Place, Program } from './program.ts';

/** A machine of the cluster: Patroni, and the PostgreSQL that it runs. */
export class PatroniNode {
  readonly #rest: string;
  readonly #dataDirectory: string;
  readonly #patroni: Program;

  /** @param addresses of its Patroni and of its PostgreSQL */
  constructor(
    place: Place,
    name: string,
    { rest, postgres }: { readonly rest: string; readonly postgres: string },
  ) {
    this.#rest = rest;
    this.#dataDirectory = path.join(place.directory, name);
    this.#patroni = new Program(['patroni', 'patroni.yml'], place, `${name}.log`, {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: rest,
      PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      PATRONI_POSTGRESQL_LISTEN: postgres,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
      PATRONI_POSTGRESQL_DATA_DIR: this.#dataDirectory,
      PATRONI_POSTGRESQL_PGPASS: path.join(place.directory, `${name}.pgpass`),
    });
  }

  /** Starts Patroni unless it runs, and lets a frozen node go on; returns at once. */
  start(): void {
    this.#patroni.start();
    this.#patroni.signal('SIGCONT');
    this.#signalPostgres('SIGCONT');
  }

  /** What Patroni says of this node; false while it does not run. */
  is(state: 'primary' | 'synchronous'): Promise<boolean> {
    return fetch(`http://${this.#rest}/${state}`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** All processes at once, as a machine without power. */
  async kill(): Promise<void> {
    const patroni = this.#patroni.kill();
    this.killPostgres();
    await patroni;
  }

  /** As `kill`, without a wait, for a run that exits. */
  killNow(): void {
    this.#patroni.signal('SIGKILL');
    this.killPostgres();
  }

  killPostgres(): void {
    this.#signalPostgres('SIGKILL');
  }

  /** All processes stand still, as a machine that hangs: its kernel still accepts connections. */
  freeze(): void {
    this.#patroni.signal('SIGSTOP');
    this.#signalPostgres('SIGSTOP');
  }

  /** The postmaster, then its children, each of which has a session of its own. */
  #signalPostgres(signal: NodeJS.Signals): void {
    const pid = this.#postmaster();
    if (pid === undefined) return;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    for (const one of [pid, ...children.map(Number)]) {
      try {
        process.kill(one, signal);
      } catch {
        // It has ended.
      }
    }
  }

  /** Undefined while none runs. */
  #postmaster(): number | undefined {
    try {
      const file = path.join(this.#dataDirectory, 'postmaster.pid');
      const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
      // A killed one leaves its file behind, and its number may be another's by now.
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes(this.#dataDirectory) ? pid : undefined;
    } catch {
      return undefined;
    }
  }
}
