import type { Knex } from 'knex';
import type { Service } from '../support/service.ts';
import { Load } from './load.ts';
import { call } from './site.ts';

interface Plan {
  readonly apis: readonly [Service, ...Service[]];
  readonly eventId: number;
  /** The pause of each of the eight clients after an answer. */
  readonly pauseMs?: number;
}

/** Clients who attend an event, each request as another user and at the next process. */
export function attendLoad({ apis, eventId, pauseMs = 0 }: Plan) {
  const acknowledged = new Set<number>();
  const attend = async (nth: number) => {
    const user = 1_000_000 + nth;
    const api = apis[nth % apis.length] ?? apis[0];
    const response = await call(api, '/events/attend', { as: user, body: { event_id: eventId } });
    if (response.status === 201) acknowledged.add(user);
    return response;
  };
  return {
    load: new Load(8, attend, pauseMs),
    /** The number of attendees whom an answer confirmed and the database does not have. */
    async lost(db: Knex): Promise<number> {
      const stored = await db('event_attendances')
        .join('users', 'users.id', 'event_attendances.user_id')
        .pluck('messenger_id');
      const kept = new Set(stored.map(Number));
      return [...acknowledged].filter((user) => !kept.has(user)).length;
    },
  };
}
