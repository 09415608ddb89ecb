import type { Readable } from 'node:stream';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { RefusedRows } from '../../domain/imports.ts';
import type { UnusedGroup } from '../../domain/programme/agenda-groups.ts';
import { planAgendaImport, sharedKeyWarnings } from '../../domain/programme/agenda-import-plan.ts';
import {
  type AbsentItem,
  type AgendaImportCounts,
  absentItems,
  type KnownItem,
} from '../../domain/programme/agenda-imports.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  type AgendaImportChange,
  MAX_LISTED_CHANGES,
  wholeChange,
} from '../../domain/programme/import-changes.ts';
import type { Remark } from '../../domain/reasons.ts';
import { notFound } from '../../errors.ts';
import type { Tx } from '../../repositories/store.ts';
import type { AgendaNotificationsService } from '../messaging/agenda-notifications.service.ts';
import { ImportedSpeakers } from './imported-speakers.service.ts';
import { outlineOf } from './staged-agenda.service.ts';
import { type ChangedItems, NO_CHANGE, writeRows } from './written-agenda.service.ts';

/** The valid rows of an import, as lines of JSON that can be read several times. */
interface StagedAgenda extends Pick<Administrator, 'conference_ids'> {
  readonly conferenceId: number;
  readonly read: () => Readable;
  readonly notify: boolean;
  readonly cancelsAbsent: boolean;
}

export interface WrittenAgenda {
  readonly counts: AgendaImportCounts;
  readonly refused: RefusedRows;
  readonly changed: readonly AgendaImportChange[];
  readonly absent: readonly AbsentItem[];
  readonly unused_rooms: readonly UnusedGroup[];
  readonly warnings: readonly Remark[];
}

/** Writes the agenda items of an import, in constant memory beside a line for each item. */
export class ImportedAgendaService {
  readonly #agendaNotifications: AgendaNotificationsService;

  constructor(deps: { agendaNotifications: AgendaNotificationsService }) {
    this.#agendaNotifications = deps.agendaNotifications;
  }

  /** @throws AppError NOT_FOUND */
  async write(tx: Tx, staged: StagedAgenda): Promise<WrittenAgenda> {
    const { conferenceId, read, notify } = staged;
    const given = await outlineOf(read(), conferenceId);
    const conference = await tx.conferences.lock(conferenceId);
    if (!conference) throw notFound('conference');
    const names = await tx.agendaGroups.upsertNamed(conferenceId, given.names);
    await tx.speakerKeys.lockSources(given.speakers.map(({ source }) => source));
    const items = await tx.agendaImports.lockItems(conferenceId);
    const plan = planAgendaImport(given.rows, items);
    const importing = { conference, conference_ids: staged.conference_ids };
    const speakers = await ImportedSpeakers.lock(tx, importing, given);

    const changed = await writeRows(tx, { conferenceId, read, names, plan, speakers });
    const updated = changed.ids.length;
    const sent = { sources: given.sources, matched: plan.matched.values() };
    const absent = absentItems(items, sent);
    const cancelled = staged.cancelsAbsent ? await cancel(tx, absent) : NO_CHANGE;
    if (notify) await this.#notify(tx, conference, [changed, cancelled]);
    return {
      counts: {
        staged: plan.created + plan.matched.size,
        created: plan.created,
        updated,
        speakers_created: speakers.created,
        speakers_updated: speakers.updated,
        cancelled: cancelled.ids.length,
      },
      refused: { count: plan.refused.length, first: plan.refused },
      changed: [...changed.listed, ...cancelled.listed].slice(0, MAX_LISTED_CHANGES),
      absent: absent.map(({ id, title, starts_at }) => ({ agenda_item_id: id, title, starts_at })),
      unused_rooms: await tx.read.agendaGroups.listUnused({
        conference_id: conferenceId,
        kind: 'room',
      }),
      warnings: [...sharedKeyWarnings(plan), ...speakers.warnings],
    };
  }

  async #notify(tx: Tx, conference: Conference, changes: readonly ChangedItems[]): Promise<void> {
    const ids = changes.flatMap((change) => change.ids);
    if (ids.length === 0) return;
    const before = changes.flatMap((change) => change.before);
    const after = await tx.agendaItems.listNotified({ ids });
    await this.#agendaNotifications.imported(tx, conference, {
      before,
      after,
      attendees: 'notified',
    });
  }
}

/** Cancels absent items, except those whose status an administrator set. */
async function cancel(tx: Tx, absent: readonly KnownItem[]): Promise<ChangedItems> {
  const free = absent.filter(({ edited_fields }) => !edited_fields.includes('status'));
  if (free.length === 0) return NO_CHANGE;
  const ids = free.map(({ id }) => id);
  const before = await tx.agendaItems.listNotified({ ids });
  await tx.agendaImports.updateToCancelled(ids);
  return { ids, before, listed: free.map((item) => wholeChange(item, 'cancelled')) };
}
