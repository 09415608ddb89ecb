import { OnDatabase } from '../../db/on-database.ts';
import { type NumberedRequest, numberedPage, type Page, queryList } from '../../db/pages.ts';
import type { TicketType } from '../../domain/registration/ticket-types.ts';
import { ticketTypesIn } from './ticket-types.sql.ts';

export class TicketTypesReadModel extends OnDatabase {
  /** In the order of the organizers. */
  async list(conference_id: number, page: NumberedRequest): Promise<Page<TicketType>> {
    const types = ticketTypesIn(this.db).where({ conference_id }).orderBy(['position', 'id']);
    return numberedPage<TicketType>(queryList(types), page);
  }
}
