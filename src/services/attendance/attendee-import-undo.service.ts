import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { notFound } from '../../errors.ts';
import type { ImportedState } from '../../repositories/attendance/invitations.repository.ts';
import type { Store } from '../../repositories/store.ts';
import type { AttendancesService } from './attendances.service.ts';

/** The invitations of an import after its undoing, each counted once. */
export interface ImportUndone {
  /** Those that this call withdrew. */
  readonly withdrawn: number;
  /** Those that were withdrawn before. */
  readonly withdrawn_before: number;
  /** Those that stay, by reason. */
  readonly kept: Readonly<Record<'claimed' | 'checked_in' | 'changed', number>>;
}

interface Deps {
  readonly store: Store;
  readonly registrations: AttendancesService<Conference>;
  readonly now: () => Date;
}

/** Takes an attendee import back. */
export class AttendeeImportUndoService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Withdraws the invitations that an import made and that nobody has claimed, checked in or changed
   * since: their seats go to the next in the queue. Safe to repeat.
   *
   * @throws AppError NOT_FOUND unless the import made an invitation of the conference
   */
  async undo(by: Administrator, conferenceId: number, import_id: string): Promise<ImportUndone> {
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.lock(conferenceId))) throw notFound('conference');
      const imported = await tx.invitations.lockImported(conferenceId, import_id);
      if (imported.length === 0) throw notFound('import');
      const of = (wanted: ImportedState) => imported.filter(({ state }) => state === wanted);
      const ids = of('open').map(({ id }) => id);
      const undone = {
        withdrawn: ids.length,
        withdrawn_before: of('withdrawn').length,
        kept: {
          claimed: of('claimed').length,
          checked_in: of('checked_in').length,
          changed: of('changed').length,
        },
      };
      if (ids.length === 0) return undone;
      await tx.invitations.updateWithdrawn(conferenceId, ids, this.#deps.now().toISOString());
      await tx.audit.record(by, 'conference.undo_import', conferenceId, {
        after: { import_id, ...undone },
      });
      const conference = await tx.conferences.lock(conferenceId);
      if (conference) await this.#deps.registrations.promoteFromWaitlist(tx, conference);
      return undone;
    });
  }
}
