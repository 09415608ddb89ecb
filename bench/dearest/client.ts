import { databaseMicros } from '../harness/cpu.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY, tokenIssuer } from '../harness/service.ts';
import type { Run } from '../run.ts';
import type { Call } from './calls.ts';

/** The one with the most of everything. */
const CALLER = 1;
const ADMIN = { 'X-API-Key': ADMIN_API_KEY };
export const SIGNED_IN = { Authorization: `Bearer ${tokenIssuer()(CALLER)}` };

export type Headers = Readonly<Record<string, string>>;

/** Signed in where that adds work. */
export const headersOf = ({ auth }: Pick<Call, 'auth'>): Headers => {
  if (auth === 'admin') return ADMIN;
  return auth === 'public' ? {} : SIGNED_IN;
};

/** What `work` costs the service and PostgreSQL, in milliseconds of CPU time. */
export async function cpuMs(
  { cluster }: Run,
  server: ServerProcess,
  work: () => Promise<unknown>,
): Promise<number> {
  const used = async () => (await server.cpuMicros()) + (await databaseMicros(cluster.postmaster));
  const before = await used();
  await work();
  return ((await used()) - before) / 1_000;
}

export interface Answer {
  readonly status: number;
  /** Undefined unless it is JSON. */
  readonly body: { readonly pagination?: Pagination } | undefined;
}

interface Pagination {
  readonly pages?: number;
  readonly next_cursor?: string | null;
}

/** Reads an answer to its end; only the headers of an endless one. */
export async function ask(
  { url }: ServerProcess,
  { target, isEndless }: Pick<Call, 'target' | 'isEndless'>,
  headers: Headers,
): Promise<Answer> {
  const res = await fetch(`${url}/api/v1${target}`, { headers });
  if (isEndless) {
    await res.body?.cancel();
    return { status: res.status, body: undefined };
  }
  const bytes = await res.arrayBuffer();
  const isJson = res.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  return {
    status: res.status,
    body: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined,
  };
}
