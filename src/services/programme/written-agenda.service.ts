import type { Readable } from 'node:stream';
import { differences } from '../../domain/changes.ts';
import type { AgendaItemInput } from '../../domain/programme/agenda.ts';
import type { NotifiedItem } from '../../domain/programme/agenda-changes.ts';
import type { AgendaNames } from '../../domain/programme/agenda-groups.ts';
import { type AgendaImportPlan, kindOfTitle } from '../../domain/programme/agenda-import-plan.ts';
import {
  type AgendaImportRow,
  type ImportableItem,
  type ImportedSpeaker,
  importedChanges,
  type NumberedRow,
} from '../../domain/programme/agenda-imports.ts';
import {
  type AgendaImportChange,
  MAX_LISTED_CHANGES,
  updateOf,
  wholeChange,
} from '../../domain/programme/import-changes.ts';
import { batchesOf } from '../../lib/batches.ts';
import type {
  ChangedImport,
  ImportColumns,
  ItemSpeakers,
} from '../../repositories/programme/agenda-imports.repository.ts';
import type { Tx } from '../../repositories/store.ts';
import type { ImportedSpeakers } from './imported-speakers.service.ts';
import { rowBatches } from './staged-agenda.service.ts';

/** Changed items, and the content of notices about them before the change. */
export interface ChangedItems {
  readonly ids: readonly number[];
  readonly before: readonly NotifiedItem[];
  /** Also those that are new. */
  readonly listed: readonly AgendaImportChange[];
}
export const NO_CHANGE: ChangedItems = { ids: [], before: [], listed: [] };

/** Writes the rows of a plan, in batches. */
export async function writeRows(
  tx: Tx,
  {
    conferenceId,
    read,
    names,
    plan,
    speakers,
  }: {
    readonly conferenceId: number;
    readonly read: () => Readable;
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
