import { useStatistics } from '../lib/statistics.ts';
import { number } from '../lib/text.ts';
import { useTicketTypes as useQuotas } from '../registration/read-ticket-types.ts';

/** The ticket types of the people of a conference. */
export function useTicketTypes(id: number): readonly string[] {
  const types = useStatistics(id).data?.attendance?.by_ticket_type ?? [];
  return types.flatMap(({ ticket_type }) => ticket_type ?? []);
}

/** A ticket type by its name, with the seats that are taken of its quota. */
export function useTypeText(id: number): (name: string) => string {
  const quotas = new Map(useQuotas(id).data?.map((type) => [type.name, type]));
  return (name) => {
    const { seat_count = 0, capacity = null } = quotas.get(name) ?? {};
    return capacity === null ? name : `${name} (${number(seat_count)}/${number(capacity)})`;
  };
}
