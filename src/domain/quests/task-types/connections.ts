import { automatic } from './automatic.ts';
import { CONNECTED_WHEN, type ConnectedWhen } from './connected-when.ts';

interface Connections {
  readonly count: number;
  /** Older tasks lack it: every accepted connection counts. */
  readonly when?: ConnectedWhen;
}

/** So many accepted connections, or connections of users who met. */
export const connections = automatic<Connections>(
  () => ({ count: undefined, when: 'accepted' }),
  CONNECTED_WHEN,
);
