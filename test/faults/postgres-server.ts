import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPostgres, type Postgres } from '../../src/development/postgres-binaries.ts';
import { type Cluster, clusterIn, createCluster } from '../../src/development/postgres-cluster.ts';
import {
  freePort,
  serverArguments,
  serverUrl,
  untilReady,
} from '../../src/development/postgres-server.ts';

/** A server with the durability of production, which can be killed and started at the same address. */
export class PostgresServer implements AsyncDisposable {
  readonly url: string;
  readonly #directory: string;
  readonly #postgres: Postgres;
  readonly #cluster: Cluster;
  readonly #port: number;
  #child: ChildProcess | undefined;

  static async create(): Promise<PostgresServer> {
    const postgres = await findPostgres();
    const directory = await mkdtemp(path.join(tmpdir(), 'hallway-durable-'));
    await chmod(directory, 0o755);
    if (postgres.owner) await chown(directory, postgres.owner.uid, postgres.owner.gid);
    const cluster = clusterIn(directory);
    await createCluster(postgres, cluster);
    const port = await freePort();
    const url = `${await serverUrl(cluster, port)}/postgres`;
    const server = new PostgresServer({ url, directory, postgres, cluster, port });
    await server.start();
    return server;
  }

  private constructor(of: {
    url: string;
    directory: string;
    postgres: Postgres;
    cluster: Cluster;
    port: number;
  }) {
    this.url = of.url;
    this.#directory = of.directory;
    this.#postgres = of.postgres;
    this.#cluster = of.cluster;
    this.#port = of.port;
  }

  /** Recovers, if the server was killed, and waits until it accepts connections. */
  async start(): Promise<void> {
    const settings = serverArguments(this.#cluster, { port: this.#port });
    this.#child = spawn(this.#postgres.server, settings, {
      ...this.#postgres.owner,
      cwd: this.#directory,
      detached: true,
      stdio: 'ignore',
    });
    await untilReady(this.url.replace(/\/postgres$/, ''), this.#child);
  }

  /** As `pg_ctl stop -m immediate`: without a checkpoint, as a crash. */
  async crash(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGQUIT');
    await once(child, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.crash();
    await rm(this.#directory, { recursive: true });
  }
}
