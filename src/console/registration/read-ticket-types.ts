import { useQuery } from '@tanstack/preact-query';
import type { AdminTicketType } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';

/** More than a conference has. */
const LIMIT = 1_000;

/** The ticket types of a conference, in the order of the organizers. */
export const useTicketTypes = (conference_id: number) =>
  useQuery({
    queryKey: ['ticket-types', conference_id],
    queryFn: async ({ signal }): Promise<readonly AdminTicketType[]> => {
      const params = { conference_id, limit: LIMIT };
      return (await api.call('listTicketTypes', { params, signal })).data;
    },
  });

/** Also the conference, whose registration state follows from its types. */
export const refreshTicketTypes = () =>
  Promise.all(
    ['ticket-types', 'conferences', 'readiness'].map((name) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  );
