import { QueryClient } from '@tanstack/preact-query';
import { ApiError } from '../../client/api-error.ts';
import { Client } from '../../client/client.ts';

/** Set by the build: true in development. */
declare const STRICT: boolean;

/** Signed in by the cookie of the session. */
export const api = new Client({ strict: STRICT });

export const queries = new QueryClient({
  defaultOptions: {
    // The client itself repeats what may be repeated. Without a network, calls fail at once.
    // When the network is back, what failed is read again.
    queries: {
      staleTime: 10_000,
      retry: false,
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;
export const isOffline = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'NETWORK';
