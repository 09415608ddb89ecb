import type { Knex } from 'knex';
import { type NumberedRequest, numberedPage, type Page } from '../../db/pages.ts';
import type { AgendaGroup, AgendaGroupsOf } from '../../domain/programme/agenda-groups.ts';
import { AGENDA_GROUP_COLUMNS } from './agenda-groups.repository.ts';

export class AgendaGroupsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** By position. */
  async list(of: AgendaGroupsOf, page: NumberedRequest): Promise<Page<AgendaGroup>> {
    const groups = this.#db('agenda_groups as g')
      .where(of)
      .orderBy(['g.position', 'g.id'])
      .select(AGENDA_GROUP_COLUMNS.map((column) => `g.${column}`));
    return numberedPage<AgendaGroup>(groups, page);
  }

  /** The capacity of the room of this name; null if unknown. */
  async findRoomCapacity(conference_id: number, name: string): Promise<number | null> {
    const room = await this.#db('agenda_groups')
      .where({ conference_id, kind: 'room' })
      .whereRaw('folded_name(name) = folded_name(?)', [name])
      .first<{ capacity: number | null } | undefined>('capacity');
    return room?.capacity ?? null;
  }
}
