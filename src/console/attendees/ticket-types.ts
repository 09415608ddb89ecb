import { useStatistics } from '../lib/statistics.ts';

/** The ticket types of the people of a conference. */
export function useTicketTypes(id: number): readonly string[] {
  const types = useStatistics(id).data?.attendance?.by_ticket_type ?? [];
  return types.flatMap(({ ticket_type }) => ticket_type ?? []);
}
