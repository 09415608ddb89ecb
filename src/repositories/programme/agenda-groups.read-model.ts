import { OnDatabase } from '../../db/on-database.ts';
import { type NumberedRequest, numberedPage, type Page, queryList } from '../../db/pages.ts';
import {
  type AgendaGroup,
  type AgendaGroupsOf,
  MAX_AGENDA_ROWS_AT_ONCE,
  type UnusedGroup,
} from '../../domain/programme/agenda-groups.ts';
import { AGENDA_GROUP_COLUMNS } from './agenda-groups.repository.ts';

export class AgendaGroupsReadModel extends OnDatabase {
  /** By position. */
  async list(of: AgendaGroupsOf, page: NumberedRequest): Promise<Page<AgendaGroup>> {
    const groups = this.db('agenda_groups as g')
      .where(of)
      .orderBy(['g.position', 'g.id'])
      .select(AGENDA_GROUP_COLUMNS.map((column) => `g.${column}`));
    return numberedPage<AgendaGroup>(queryList(groups), page);
  }

  /** Those that no agenda item and no event of any status has, by position; the first 1,000. */
  async listUnused({ conference_id, kind }: AgendaGroupsOf): Promise<UnusedGroup[]> {
    const inEvents = `and not exists (
      select from events e
       where e.conference_id = g.conference_id and folded_name(e.venue_name) = folded_name(g.name))`;
    return this.db('agenda_groups as g')
      .where({ 'g.conference_id': conference_id, 'g.kind': kind })
      .whereRaw(
        `not exists (
           select from agenda_items i
            where i.conference_id = g.conference_id and folded_name(i.${kind}) = folded_name(g.name))
         ${kind === 'room' ? inEvents : ''}`,
      )
      .orderBy(['g.position', 'g.id'])
      .limit(MAX_AGENDA_ROWS_AT_ONCE)
      .select('g.id', 'g.name');
  }

  /** The capacity of the room of this name; null if unknown. */
  async findRoomCapacity(conference_id: number, name: string): Promise<number | null> {
    const room = await this.db('agenda_groups')
      .where({ conference_id, kind: 'room' })
      .whereRaw('folded_name(name) = folded_name(?)', [name])
      .first<{ capacity: number | null } | undefined>('capacity');
    return room?.capacity ?? null;
  }
}
