import { QueryClient } from '@tanstack/preact-query';
import { ApiError } from '../../client/api-error.ts';
import { Client } from '../../client/client.ts';
import { withTexts } from './text.ts';

/** Set by the build: true in development. */
declare const STRICT: boolean;

/** What a refusal, or a change with its warnings, is said in comes with the answer. */
const fetchWithTexts: typeof fetch = async (url, init) => {
  const answer = await fetch(url, init);
  const isQuiet = answer.ok && (init?.method ?? 'GET') === 'GET';
  // Without these texts, a general sentence is said.
  return isQuiet ? answer : withTexts(answer, 'errors').catch(() => answer);
};

/** Signed in by the cookie of the session. Refusals name their fields and codes. */
export const api = new Client({ strict: STRICT, problems: true, fetch: fetchWithTexts });

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
