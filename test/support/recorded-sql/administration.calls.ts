import type { SomeCalls } from './calls.ts';

/** Calls of the repositories of administrators and their keys. */
export const administrationCalls = () =>
  ({
    apiKeys: { findRights: [['kg3aaaaa']] },
    read: {},
  }) satisfies SomeCalls;
