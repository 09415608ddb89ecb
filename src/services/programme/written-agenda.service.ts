import type { Readable } from 'node:stream';
import { differences } from '../../domain/changes.ts';
import type { AgendaItemInput } from '../../domain/programme/agenda.ts';
import type { NotifiedItem } from '../../domain/programme/agenda-changes.ts';
import type { AgendaNames } from '../../domain/programme/agenda-groups.ts';
import { type AgendaImportPlan, kindOfTitle } from '../../domain/programme/agenda-import-plan.ts';
import {
  type AgendaImportRow,
  editedDifferences,
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
import {
  type EditedRow,
  type ImportFindings,
  isFarMove,
} from '../../domain/programme/source-imports.ts';
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

/** What the rows of an import changed, and left as it was edited. */
interface WrittenRows extends ChangedItems, Omit<ImportFindings, 'known'> {
  readonly created: number;
}

/** Writes the chosen rows of a plan, in batches. */
export async function writeRows(
  tx: Tx,
  {
    read,
    names,
    speakers,
    chosen,
    ...batchOf
  }: Omit<RowBatch, 'rows' | 'idOf'> & {
    readonly read: () => Readable;
    readonly names: AgendaNames;
    readonly plan: AgendaImportPlan;
    readonly speakers: ImportedSpeakers;
    readonly chosen: ReadonlySet<number>;
  },
): Promise<WrittenRows> {
  const refused = new Set(batchOf.plan.refused.map(({ row }) => row));
  const ids: number[] = [];
  const before: NotifiedItem[] = [];
  const listed: AgendaImportChange[] = [];
  const edited: EditedRow[] = [];
  const sums = { created: 0, moved_far: 0, edited_fields: 0 };
  for await (const batch of rowBatches(read(), names)) {
    const rows = batch.filter(({ row }) => chosen.has(row) && !refused.has(row));
    const given = rows.flatMap(({ value }) => value.speakers ?? []);
    const idOf = await speakers.put(tx, given);
    const written = await writeItems(tx, { ...batchOf, rows, idOf });
    ids.push(...written.ids);
    before.push(...written.before);
    listed.push(...written.listed.slice(0, MAX_LISTED_CHANGES - listed.length));
    edited.push(...written.edited.slice(0, MAX_LISTED_CHANGES - edited.length));
    sums.created += written.created;
    sums.moved_far += written.moved_far;
    sums.edited_fields += written.edited_fields;
  }
  return { ids, before, listed, edited, ...sums };
}

interface RowBatch {
  readonly conferenceId: number;
  readonly rows: readonly NumberedRow[];
  readonly plan: Pick<AgendaImportPlan, 'matched'>;
  /** By row number. */
  readonly keys: ReadonlyMap<number, string>;
  readonly idOf: (speaker: ImportedSpeaker) => number;
}

async function writeItems(
  tx: Tx,
  { conferenceId, rows, plan, keys, idOf }: RowBatch,
): Promise<WrittenRows> {
  const idsOf = ({ speakers }: AgendaImportRow) => speakers && [...new Set(speakers.map(idOf))];
  const known = rows.filter(({ row }) => plan.matched.has(row));
  const stored = await tx.agendaImports.listItems([
    ...known.map(({ row }) => plan.matched.get(row) ?? 0),
  ]);
  const byId = new Map(stored.map((item) => [item.id, item]));
  const matches = known.flatMap(({ row, value }) => {
    const item = byId.get(plan.matched.get(row) ?? 0);
    return item ? [matchOf({ ...item, key: keys.get(row) ?? '' }, value, idsOf(value))] : [];
  });
  const changes = matches.flatMap(({ change }) => change ?? []);
  const ids = changes.map(({ columns }) => columns.id);
  const before = await tx.agendaItems.listNotified({ ids });
  if (changes.length > 0) await tx.agendaImports.updateItems(changes.map(({ columns }) => columns));
  const moved = matches.flatMap(({ moved }) => moved ?? []);
  if (moved.length > 0) await tx.agendaImports.updateSources(moved);
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
  const edited = matches.flatMap(({ edited }) => (edited.fields.length > 0 ? [edited] : []));
  return {
    ids,
    before,
    listed: [
      ...fresh.map(({ row, value }, index) =>
        wholeChange({ ...value, id: created[index] ?? 0, key: keys.get(row) ?? '' }, 'created'),
      ),
      ...changes.map((change) => change.listed),
    ],
    created: fresh.length,
    moved_far: changes.filter(({ isFar }) => isFar).length,
    edited,
    edited_fields: edited.reduce((sum, { fields }) => sum + fields.length, 0),
  };
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
  readonly isFar: boolean;
}

/** A known item and its row: what changes in it, and what stays as an administrator edited it. */
function matchOf(
  item: ImportableItem & { readonly key: string },
  { speakers: _, import_key, import_source, ...given }: AgendaImportRow,
  speaker_ids: readonly number[] | undefined,
) {
  const { id, key, title } = item;
  const wanted: AgendaItemInput = { ...given, ...(speaker_ids && { speaker_ids }) };
  const { after } = differences<ImportableItem>(item, {
    ...importedChanges(item, wanted),
    import_key,
    ...(item.cancelled_by_import && { status: 'scheduled', cancelled_by_import: false }),
  });
  const change: ItemChange = {
    columns: { ...item, ...after },
    listed: updateOf(item, after),
    speakers: after.speaker_ids && { agenda_item_id: id, speaker_ids: after.speaker_ids },
    isFar: isFarMove(item.starts_at, after.starts_at),
  };
  return {
    change: Object.keys(after).length === 0 ? undefined : change,
    moved: item.import_source === import_source ? undefined : { id, import_source },
    edited: { key, agenda_item_id: id, title, fields: editedDifferences(item, wanted) },
  };
}

async function replaceSpeakers(tx: Tx, items: readonly ItemSpeakers[]): Promise<void> {
  for (const batch of batchesOf(items)) {
    await tx.agendaImports.deleteItemSpeakers(batch.map(({ agenda_item_id }) => agenda_item_id));
    await tx.agendaImports.insertItemSpeakers(batch);
  }
}
