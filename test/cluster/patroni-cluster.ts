import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { chmod, chown, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { findPostgres } from '../../src/development/postgres-binaries.ts';
import { freePort } from '../../src/development/postgres-server.ts';
import { connectTo } from '../support/database.ts';
import { debianPostgres } from '../support/debian-postgres.ts';
import { until } from '../support/until.ts';
import { PatroniNode } from './patroni-node.ts';
import { PATH, type Place, Program } from './program.ts';

const CONFIGURATION = 'deploy/patroni';

/** The seconds for which a lost primary keeps its key, and no other takes its place. */
export const TTL: number = parse(readFileSync(path.join(CONFIGURATION, 'patroni.yml'), 'utf8'))
  .bootstrap.dcs.ttl;

const anAddress = async () => `127.0.0.1:${await freePort()}`;
const aPassword = () => randomBytes(24).toString('base64url');

/** Two nodes, etcd and HAProxy with the configuration of `deploy/patroni`, in a directory of their own. */
export class PatroniCluster implements AsyncDisposable {
  /** The empty database of a service, through HAProxy. */
  readonly databaseUrl: string;
  readonly #place: Place;
  readonly #nodes: readonly PatroniNode[];
  readonly #programs: readonly Program[];

  static async start(): Promise<PatroniCluster> {
    const etcd = await anAddress();
    const superuser = aPassword();
    const place = await aPlace(etcd, superuser);
    const [one, two] = [await addressesOfNode(), await addressesOfNode()];
    const listen = await anAddress();
    const cluster = new PatroniCluster({
      databaseUrl: `postgres://hallway:${aPassword()}@${listen}/hallway`,
      place,
      nodes: [new PatroniNode(place, 'one', one), new PatroniNode(place, 'two', two)],
      programs: [
        new Program(['etcd', ...etcdOptions(etcd, await anAddress())], place, 'etcd.log'),
        new Program(['haproxy', '-db', '-f', 'haproxy.cfg'], place, 'haproxy.log', {
          PRIMARY_LISTEN: listen,
          NODE_ONE: one.postgres,
          NODE_ONE_REST_PORT: new URL(`http://${one.rest}`).port,
          NODE_TWO: two.postgres,
          NODE_TWO_REST_PORT: new URL(`http://${two.rest}`).port,
        }),
      ],
    });
    await cluster.#open(`postgres://postgres:${superuser}@${listen}/postgres`);
    return cluster;
  }

  private constructor(of: {
    databaseUrl: string;
    place: Place;
    nodes: readonly PatroniNode[];
    programs: readonly Program[];
  }) {
    this.databaseUrl = of.databaseUrl;
    this.#place = of.place;
    this.#nodes = of.nodes;
    this.#programs = of.programs;
  }

  /** @throws Error while no node is it */
  async node(state: 'primary' | 'synchronous'): Promise<PatroniNode> {
    for (const node of this.#nodes) if (await node.is(state)) return node;
    throw new Error(`no node is ${state}`);
  }

  /** Waits until there is a primary, and a standby that has each of its commits. */
  async untilWhole(): Promise<void> {
    await until(async () => {
      const checks = this.#nodes.flatMap((node) => [node.is('primary'), node.is('synchronous')]);
      return (await Promise.all(checks)).filter(Boolean).length === 2;
    });
  }

  /** Starts what was killed, and lets go on what was frozen. */
  startNodes(): void {
    for (const node of this.#nodes) node.start();
  }

  /** Makes the standby the primary, and waits until it is. */
  async switchover(): Promise<void> {
    const { directory, env } = this.#place;
    const args = ['-c', 'patroni.yml', 'switchover', '--force', 'hallway'];
    await promisify(execFile)('patronictl', args, { cwd: directory, env });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('exit', this.#killNow);
    await Promise.all([...this.#nodes, ...this.#programs].map((one) => one.kill()));
    await rm(this.#place.directory, { recursive: true });
  }

  async #open(superuserUrl: string): Promise<void> {
    process.once('exit', this.#killNow);
    for (const program of this.#programs) program.start();
    this.startNodes();
    await this.untilWhole();
    await using sql = await connectTo(superuserUrl);
    const { password } = new URL(this.databaseUrl);
    await sql.query(`create role hallway login password '${password}'`);
    await sql.query('create database hallway owner hallway');
  }

  /** For a run that exits, and cannot wait. */
  readonly #killNow = (): void => {
    for (const node of this.#nodes) node.killNow();
    for (const program of this.#programs) program.signal('SIGKILL');
    rmSync(this.#place.directory, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** A directory with the configuration, since PostgreSQL's user may not enter the project folder. */
async function aPlace(etcd: string, superuser: string): Promise<Place> {
  const { owner } = await findPostgres();
  const directory = await mkdtemp(path.join(tmpdir(), 'hallway-cluster-'));
  await chmod(directory, 0o755);
  if (owner) await chown(directory, owner.uid, owner.gid);
  for (const file of ['patroni.yml', 'haproxy.cfg']) {
    await copyFile(path.join(CONFIGURATION, file), path.join(directory, file));
  }
  const env = {
    PATH,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_POSTGRESQL_BIN_DIR: debianPostgres(),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: aPassword(),
  };
  return { directory, owner, env };
}

const addressesOfNode = async () => ({ rest: await anAddress(), postgres: await anAddress() });

const etcdOptions = (clients: string, peers: string): string[] => [
  '--data-dir=etcd',
  `--listen-client-urls=http://${clients}`,
  `--advertise-client-urls=http://${clients}`,
  `--listen-peer-urls=http://${peers}`,
  `--initial-advertise-peer-urls=http://${peers}`,
  `--initial-cluster=default=http://${peers}`,
];
