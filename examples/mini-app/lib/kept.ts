import { launchUser, storage } from '@hallway/client/messenger';
import { hashKey, type QueryKey } from '@tanstack/preact-query';
import { CONFERENCE_ID, later, queries, reads } from './api.ts';

const { me, state, agenda, events, myEvents, kept } = reads;
/** What opens without a network: the agenda, the own state, and a ticket that was shown before. */
const KEYS = [me, state, agenda, events, myEvents, kept, later.ticket].map(
  ({ queryKey }) => queryKey,
);
const KEPT = new Map<string, QueryKey>(KEYS.map((key) => [hashKey(key), key]));
/** Of one person and conference; another number where the shape of an answer has changed. */
const nameOf = (hash: string) => `hallway 3 ${launchUser.id} ${CONFERENCE_ID} ${hash}`;

/** Shows what was read the last time, until it is read again, and keeps what is read from now on. */
export async function restore(): Promise<void> {
  await Promise.all(
    [...KEPT].map(async ([hash, key]) => {
      const { at, data } = JSON.parse((await storage.read(nameOf(hash))) ?? '{}');
      if (data !== undefined) queries.setQueryData(key, data, { updatedAt: at });
    }),
  );
  queries.getQueryCache().subscribe((event) => {
    const { queryHash, state } = event.query;
    const isNew = event.type === 'updated' && event.action.type === 'success';
    if (!isNew || !KEPT.has(queryHash)) return;
    storage.write(nameOf(queryHash), JSON.stringify({ at: state.dataUpdatedAt, data: state.data }));
  });
}
