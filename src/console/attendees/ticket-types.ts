import { useQuery } from '@tanstack/preact-query';
import { api } from '../lib/api.ts';

/** The ticket types of the people of a conference. */
export function useTicketTypes(id: number): readonly string[] {
  const statistics = useQuery({
    queryKey: ['statistics', id, 'ticket-types'],
    queryFn: () => api.call('getConferenceStats', { params: { id } }),
  });
  const types = statistics.data?.attendance?.by_ticket_type ?? [];
  return types.flatMap(({ ticket_type }) => ticket_type ?? []);
}
