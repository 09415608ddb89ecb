import { deletedSince, pageWithGone, withChanges } from '../../db/changes.ts';
import { OnDatabase } from '../../db/on-database.ts';
import {
  type ChangingPage,
  type NumberedRequest,
  numberedPage,
  type Page,
  queryList,
} from '../../db/pages.ts';
import type { ConferencePage } from '../../domain/programme/conference-pages.ts';
import { pagesInOrder } from './conference-pages.sql.ts';

/** Information pages with their marks. */
export class ConferencePagesReadModel extends OnDatabase {
  /** In the order of the organizers. */
  async list(conference_id: number, page: NumberedRequest): Promise<Page<ConferencePage>> {
    const pages = pagesInOrder(this.db).where('p.conference_id', conference_id);
    return numberedPage<ConferencePage>(queryList(pages), page);
  }

  /** As `list`, or what changed `since`. */
  async listChanged(
    conference_id: number,
    since: string | undefined,
    page: NumberedRequest,
  ): Promise<ChangingPage<ConferencePage>> {
    const pages = pagesInOrder(this.db).where('p.conference_id', conference_id);
    if (since) pages.where('p.updated_at', '>', since);
    return withChanges(this.db, () =>
      pageWithGone(
        this.db,
        () => numberedPage<ConferencePage>(queryList(pages), page),
        async () =>
          since
            ? deletedSince(this.db, 'page', { since, conference_id }).pluck('gone_id')
            : undefined,
      ),
    );
  }

  async find(of: {
    readonly id: number;
    readonly conference_id: number;
  }): Promise<ConferencePage | undefined> {
    return pagesInOrder(this.db)
      .where({ 'p.id': of.id, 'p.conference_id': of.conference_id })
      .first();
  }
}
