import type { Readable } from 'node:stream';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import type { RefusedRows } from '../../domain/imports.ts';
import type { AgendaItemInput } from '../../domain/programme/agenda.ts';
import type { NotifiedItem } from '../../domain/programme/agenda-changes.ts';
import type { AgendaNames, UnusedGroup } from '../../domain/programme/agenda-groups.ts';
import {
  type AgendaImportPlan,
  kindOfTitle,
  planAgendaImport,
  sharedKeyWarnings,
} from '../../domain/programme/agenda-import-plan.ts';
import {
  type AbsentItem,
  type AgendaImportCounts,
  type AgendaImportRow,
  absentItems,
  type ImportableItem,
  type ImportedSpeaker,
  importedChanges,
  type KnownItem,
  type NumberedRow,
} from '../../domain/programme/agenda-imports.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  type AgendaImportChange,
  MAX_LISTED_CHANGES,
  updateOf,
  wholeChange,
} from '../../domain/programme/import-changes.ts';
import type { Remark } from '../../domain/reasons.ts';
import { notFound } from '../../errors.ts';
import { batchesOf } from '../../lib/batches.ts';
import type {
  ChangedImport,
  ImportColumns,
  ItemSpeakers,
} from '../../repositories/programme/agenda-imports.repository.ts';
import type { Tx } from '../../repositories/store.ts';
import type { AgendaNotificationsService } from '../messaging/agenda-notifications.service.ts';
import { ImportedSpeakers } from './imported-speakers.service.ts';
import { outlineOf, rowBatches } from './staged-agenda.service.ts';

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

/** Changed items, and the content of notices about them before the change. */
interface ChangedItems {
  readonly ids: readonly number[];
  readonly before: readonly NotifiedItem[];
  /** Also those that are new. */
  readonly listed: readonly AgendaImportChange[];
}
const NO_CHANGE: ChangedItems = { ids: [], before: [], listed: [] };

async function writeRows(
  tx: Tx,
  {
    conferenceId,
    read,
    names,
    plan,
    speakers,
  }: Pick<StagedAgenda, 'conferenceId' | 'read'> & {
    readonly names: AgendaNames;
    readonly plan: AgendaImportPlan;
    readonly speakers: ImportedSpeakers;
  },
): Promise<ChangedItems> {
  const refused = new Set(plan.refused.map(({ row }) => row));
  const ids: number[] = [];
  const before: NotifiedItem[] = [];
  const listed: AgendaImportChange[] = [];
  for await (const batch of rowBatches(read(), names)) {
    const rows = batch.filter(({ row }) => !refused.has(row));
    const given = rows.flatMap(({ value }) => value.speakers ?? []);
    const idOf = await speakers.put(tx, given);
    const changed = await writeItems(tx, { conferenceId, rows, plan, idOf });
    ids.push(...changed.ids);
    before.push(...changed.before);
    listed.push(...changed.listed.slice(0, MAX_LISTED_CHANGES - listed.length));
  }
  return { ids, before, listed };
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

interface RowBatch {
  readonly conferenceId: number;
  readonly rows: readonly NumberedRow[];
  readonly plan: Pick<AgendaImportPlan, 'matched'>;
  readonly idOf: (speaker: ImportedSpeaker) => number;
}

async function writeItems(
  tx: Tx,
  { conferenceId, rows, plan, idOf }: RowBatch,
): Promise<ChangedItems> {
  const idsOf = ({ speakers }: AgendaImportRow) => speakers && [...new Set(speakers.map(idOf))];
  const known = rows.filter(({ row }) => plan.matched.has(row));
  const stored = await tx.agendaImports.listItems([
    ...known.map(({ row }) => plan.matched.get(row) ?? 0),
  ]);
  const byId = new Map(stored.map((item) => [item.id, item]));
  const matches = known.flatMap(({ row, value }) => {
    const item = byId.get(plan.matched.get(row) ?? 0);
    return item ? [{ item, value }] : [];
  });
  const changes = matches.flatMap(({ item, value }) => changeOf(item, value, idsOf(value)));
  const ids = changes.map(({ columns }) => columns.id);
  const before = await tx.agendaItems.listNotified({ ids });
  if (changes.length > 0) await tx.agendaImports.updateItems(changes.map(({ columns }) => columns));
  const moved = matches.filter(({ item, value }) => item.import_source !== value.import_source);
  if (moved.length > 0) {
    await tx.agendaImports.updateSources(
      moved.map(({ item: { id }, value: { import_source } }) => ({ id, import_source })),
    );
  }
  const fresh = rows.filter(({ row }) => !plan.matched.has(row));
  const columns = fresh.map(({ value }) => newColumns(value));
  const created = fresh.length > 0 ? await tx.agendaImports.insertItems(conferenceId, columns) : [];
  await replaceSpeakers(tx, [
    ...changes.flatMap(({ speakers }) => speakers ?? []),
    ...fresh.map(({ value }, index) => ({
      agenda_item_id: created[index] ?? 0,
      speaker_ids: idsOf(value) ?? [],
    })),
  ]);
  const listed = [
    ...fresh.map(({ value }, index) =>
      wholeChange({ ...value, id: created[index] ?? 0 }, 'created'),
    ),
    ...changes.map((change) => change.listed),
  ];
  return { ids, before, listed };
}

const newColumns = (value: AgendaImportRow): ImportColumns => ({
  title: value.title,
  description: value.description ?? null,
  kind: value.kind ?? kindOfTitle(value.title),
  track: value.track ?? null,
  room: value.room ?? null,
  starts_at: value.starts_at,
  ends_at: value.ends_at,
  language: value.language ?? null,
  url: value.url ?? null,
  links: value.links ?? [],
  import_key: value.import_key ?? null,
  import_source: value.import_source,
});

interface ItemChange {
  readonly columns: ChangedImport;
  readonly speakers: ItemSpeakers | undefined;
  readonly listed: AgendaImportChange;
}

/** The change of a known item, as a list of one; empty for none. */
function changeOf(
  item: ImportableItem,
  { speakers: _, import_key, import_source: __, ...given }: AgendaImportRow,
  speaker_ids: readonly number[] | undefined,
): ItemChange[] {
  const wanted: AgendaItemInput = { ...given, ...(speaker_ids && { speaker_ids }) };
  const { after } = differences<ImportableItem>(item, {
    ...importedChanges(item, wanted),
    import_key,
    ...(item.cancelled_by_import && { status: 'scheduled', cancelled_by_import: false }),
  });
  if (Object.keys(after).length === 0) return [];
  const { id } = item;
  return [
    {
      columns: { ...item, ...after },
      listed: updateOf(item, after),
      speakers: after.speaker_ids && { agenda_item_id: id, speaker_ids: after.speaker_ids },
    },
  ];
}

async function replaceSpeakers(tx: Tx, items: readonly ItemSpeakers[]): Promise<void> {
  for (const batch of batchesOf(items)) {
    await tx.agendaImports.deleteItemSpeakers(batch.map(({ agenda_item_id }) => agenda_item_id));
    await tx.agendaImports.insertItemSpeakers(batch);
  }
}
