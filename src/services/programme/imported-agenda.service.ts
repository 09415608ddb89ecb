import type { Readable } from 'node:stream';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { RefusedRows } from '../../domain/imports.ts';
import type { Digest } from '../../domain/messaging/change-notifications.ts';
import type { UnusedGroup } from '../../domain/programme/agenda-groups.ts';
import {
  planAgendaImport,
  type RowOutline,
  sharedKeyWarnings,
} from '../../domain/programme/agenda-import-plan.ts';
import {
  type AbsentItem,
  type AgendaImportCounts,
  absentItems,
  agendaKeys,
  type KnownItem,
} from '../../domain/programme/agenda-imports.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  type AgendaImportChange,
  MAX_LISTED_CHANGES,
  wholeChange,
} from '../../domain/programme/import-changes.ts';
import {
  type ImportFindings,
  mayCancel,
  type SourceTerms,
} from '../../domain/programme/source-imports.ts';
import type { Remark } from '../../domain/reasons.ts';
import { notFound } from '../../errors.ts';
import type { Tx } from '../../repositories/store.ts';
import type { AgendaNotificationsService } from '../messaging/agenda-notifications.service.ts';
import { ImportedSpeakers } from './imported-speakers.service.ts';
import { outlineOf } from './staged-agenda.service.ts';
import { type ChangedItems, writeRows } from './written-agenda.service.ts';

/** The valid rows of an import, as lines of JSON that can be read several times. */
interface StagedAgenda extends Pick<Administrator, 'conference_ids'> {
  readonly conferenceId: number;
  readonly read: () => Readable;
  readonly notify: boolean;
  readonly cancelsAbsent: boolean;
  readonly source?: SourceTerms | undefined;
}

export interface WrittenAgenda extends ImportFindings {
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
    const { conferenceId, read, notify, source } = staged;
    const given = await outlineOf(read(), conferenceId);
    const rows = keyedRows(given.rows, source?.only);
    const written = source?.only ? await outlineOf(read(), conferenceId, rows.chosen) : given;
    const conference = await tx.conferences.lock(conferenceId);
    if (!conference) throw notFound('conference');
    const names = await tx.agendaGroups.upsertNamed(conferenceId, written.names);
    await tx.speakerKeys.lockSources(written.speakers.map(({ source }) => source));
    const items = await tx.agendaImports.lockItems(conferenceId);
    const plan = planAgendaImport(given.rows, items);
    const importing = { conference, conference_ids: staged.conference_ids };
    const speakers = await ImportedSpeakers.lock(tx, importing, written);

    const changed = await writeRows(tx, { conferenceId, read, names, plan, speakers, ...rows });
    const updated = changed.ids.length;
    const absent = keyedAbsent(
      absentItems(items, { sources: given.sources, matched: plan.matched.values() }),
      rows.keys.values(),
    );
    const gone = staged.cancelsAbsent ? absent.filter((item) => mayCancel(item, source)) : [];
    const cancelled = await cancel(tx, gone);
    if (notify) await this.#notify(tx, conference, [changed, cancelled], source?.digest);
    return {
      counts: {
        staged: plan.created + plan.matched.size,
        created: changed.created,
        updated,
        speakers_created: speakers.created,
        speakers_updated: speakers.updated,
        cancelled: cancelled.ids.length,
      },
      refused: { count: plan.refused.length, first: plan.refused },
      changed: [...changed.listed, ...cancelled.listed].slice(0, MAX_LISTED_CHANGES),
      absent: absent.map(({ id, key, title, starts_at }) => ({
        agenda_item_id: id,
        key,
        title,
        starts_at,
      })),
      known: plan.matched.size + absent.length,
      moved_far: changed.moved_far,
      edited: changed.edited,
      edited_fields: changed.edited_fields,
      unused_rooms: await tx.read.agendaGroups.listUnused({
        conference_id: conferenceId,
        kind: 'room',
      }),
      warnings: [...sharedKeyWarnings(plan), ...speakers.warnings],
    };
  }

  async #notify(
    tx: Tx,
    conference: Conference,
    changes: readonly ChangedItems[],
    digest: Digest | undefined,
  ): Promise<void> {
    const ids = changes.flatMap((change) => change.ids);
    if (ids.length === 0) return;
    const before = changes.flatMap((change) => change.before);
    const after = await tx.agendaItems.listNotified({ ids });
    await this.#agendaNotifications.imported(tx, conference, {
      before,
      after,
      attendees: 'notified',
      digest,
    });
  }
}

/** The key of each row by its number, and the numbers of the rows that are written. */
function keyedRows(rows: readonly RowOutline[], only: ReadonlySet<string> | undefined) {
  const found = agendaKeys(rows.map(({ value }) => value));
  const keys = new Map(rows.map(({ row }, index) => [row, found[index] ?? '']));
  const isChosen = ({ row }: RowOutline) => only?.has(keys.get(row) ?? '') ?? true;
  return { keys, chosen: new Set(rows.filter(isChosen).map(({ row }) => row)) };
}

type AbsentKnown = KnownItem & Pick<AbsentItem, 'key'>;

function keyedAbsent(items: readonly KnownItem[], taken: Iterable<string>): AbsentKnown[] {
  const keys = agendaKeys(items, taken);
  return items.map((item, index) => ({ ...item, key: keys[index] ?? '' }));
}

/** Cancels absent items, except those whose status an administrator set. */
async function cancel(tx: Tx, absent: readonly AbsentKnown[]): Promise<ChangedItems> {
  const free = absent.filter(({ edited_fields }) => !edited_fields.includes('status'));
  if (free.length === 0) return { ids: [], before: [], listed: [] };
  const ids = free.map(({ id }) => id);
  const before = await tx.agendaItems.listNotified({ ids });
  await tx.agendaImports.updateToCancelled(ids);
  return { ids, before, listed: free.map((item) => wholeChange(item, 'cancelled')) };
}
