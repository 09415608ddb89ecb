import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Metrics } from './metrics.ts';
import { classOf } from './observed-metrics.ts';

/** The classes of hosts by their origin. */
export type Hosts = ReadonlyMap<string, string>;

/** What Node.js and undici publish of a request of this process. */
interface Published {
  readonly request: {
    /** Of undici. */
    readonly origin?: string | URL;
    /** Of Node.js. */
    readonly protocol?: string;
    getHeader?(name: string): unknown;
  };
  readonly response?: { readonly statusCode?: number };
}

const ANSWERED = ['undici:request:headers', 'http.client.response.finish'] as const;
const FAILED = ['undici:request:error', 'http.client.request.error'] as const;

/**
 * Counts the calls to other systems, until it is disposed. Node.js and undici publish each request, so
 * that no integration counts its own, and none is forgotten.
 */
export function countOutsideCalls(metrics: Metrics, hosts: Hosts): Disposable {
  const calls = new DisposableStack();
  const count = (request: Published['request'], answered: string) => {
    const host = hosts.get(originOf(request)) ?? 'other';
    metrics.count('hallway_outside_calls_total', { host, class: answered });
  };
  const listen = (names: readonly string[], observe: (published: Published) => void) => {
    const observed = (published: unknown) => observe(published as Published);
    for (const name of names) {
      subscribe(name, observed);
      calls.defer(() => void unsubscribe(name, observed));
    }
  };
  listen(ANSWERED, ({ request, response }) => count(request, classOf(response?.statusCode ?? 0)));
  listen(FAILED, ({ request }) => count(request, 'error'));
  return calls;
}

const originOf = (request: Published['request']): string =>
  String(request.origin ?? `${request.protocol}//${request.getHeader?.('host')}`);
