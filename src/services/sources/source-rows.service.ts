import type { Administrator } from '../../domain/administration/administrators.ts';
import { markOfSource } from '../../domain/programme/source-imports.ts';
import { checkMay } from '../../domain/sources/source-scopes.ts';
import { isGuestKind } from '../../domain/sources/source-settings.ts';
import { conflict, notFound } from '../../errors.ts';
import { hashOfAddress } from '../../lib/address-hashes.ts';
import type { Store } from '../../repositories/store.ts';
import type { SourceImportsService, WithdrawnRegistration } from './source-imports.service.ts';
import { lockSource, type SourceOf } from './source-runs.service.ts';

interface Deps {
  readonly store: Store;
  readonly imports: SourceImportsService;
}

/** What a person decides about single rows that a source brought. */
export class SourceRowsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Gives the edited fields of agenda items back to the source, which is read again at once.
   * @throws AppError NOT_FOUND, also for an item of another source; FORBIDDEN; CONFLICT for a guest list
   */
  async follow(by: Administrator, of: SourceOf, ids: readonly number[]): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      // Before the items and the source, as an import locks them.
      if (!(await tx.conferences.lock(of.conference_id))) throw notFound('conference');
      const found = await tx.read.sources.find({ id: of.source_id, ...of });
      if (!found) throw notFound('source');
      checkMay(by, 'import', found.kind);
      if (isGuestKind(found.kind)) throw otherKind('This source has guests, and no agenda items');
      const items = {
        conference_id: of.conference_id,
        ids,
        mark: markOfSource(found.id),
        url_hash: hashOfAddress(found.url),
      };
      await tx.agendaImports.updateEventsFollowed(items);
      const followed = await tx.agendaImports.updateFollowed(items);
      if (followed.length < new Set(ids).size) throw notFound('agenda item');
      const source = await lockSource(tx, by, of);
      await tx.sourceRuns.updateInterrupted(source.id);
      await tx.sources.updateForgotten(source, source.is_confirmed);
      const after = { agenda_item_ids: ids };
      await tx.audit.record(by, 'source.follow', source.id, { after });
    });
  }

  /**
   * Withdraws registrations that the source brought.
   * @throws AppError NOT_FOUND; FORBIDDEN; CONFLICT for a programme
   */
  async withdraw(
    by: Administrator,
    { source_id: id, conference_id }: SourceOf,
    ids: readonly number[],
  ): Promise<readonly WithdrawnRegistration[]> {
    const source = await this.#deps.store.read.sources.find({ id, conference_id });
    if (!source) throw notFound('source');
    checkMay(by, 'import', source.kind);
    if (!isGuestKind(source.kind)) throw otherKind('This source has agenda items, and no guests');
    return this.#deps.imports.guests.withdraw(by, source, ids);
  }
}

const otherKind = (sentence: string) => conflict(null, sentence, 'invalid');
