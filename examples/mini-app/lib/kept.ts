import { hashKey, type QueryKey } from '@tanstack/preact-query';
import { CONFERENCE_ID, queries, reads, ticket } from './api.ts';
import { idOfUser, storage } from './messenger.ts';

/** What opens without a network: the agenda, the own state, and a ticket that was shown before. */
const KEPT: readonly QueryKey[] = [
  reads.me,
  reads.state,
  reads.agenda,
  reads.events,
  reads.myEvents,
  reads.kept,
  ticket,
].map(({ queryKey }) => queryKey);
/** Of one person and conference; another number where the shape of an answer has changed. */
const nameOf = (key: QueryKey) => `hallway 2 ${idOfUser} ${CONFERENCE_ID} ${key.join(' ')}`;

/** Shows what was read the last time, until it is read again, and keeps what is read from now on. */
export async function restore(): Promise<void> {
  await Promise.all(
    KEPT.map(async (key) => {
      const { at, data } = JSON.parse((await storage.read(nameOf(key))) ?? '{}');
      if (data !== undefined) queries.setQueryData(key, data, { updatedAt: at });
    }),
  );
  const names = new Map(KEPT.map((key) => [hashKey(key), nameOf(key)]));
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const name = names.get(event.query.queryHash);
    const { data, dataUpdatedAt: at } = event.query.state;
    if (name) storage.write(name, JSON.stringify({ at, data }));
  });
}
