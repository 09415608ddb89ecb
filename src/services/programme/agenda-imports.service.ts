import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { differences } from '../../domain/changes.ts';
import type { CheckedRow, ImportResultOf } from '../../domain/imports.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import type { AgendaItemInput } from '../../domain/programme/agenda.ts';
import {
  type AgendaImportCounts,
  type AgendaImportRow,
  type ImportableItem,
  type ImportedSpeaker,
  importedChanges,
  kindOfTitle,
  MAX_AGENDA_ROWS,
  type NumberedRow,
  planAgendaImport,
  sameName,
  withInstants,
} from '../../domain/programme/agenda-imports.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { invalid, notFound } from '../../errors.ts';
import { batchesOf } from '../../lib/batches.ts';
import { clockOffsetOf, instantAt } from '../../lib/time-zones.ts';
import type {
  ChangedImport,
  ImportColumns,
  ItemSpeakers,
  LineupSpeaker,
} from '../../repositories/programme/agenda-imports.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { BulkImportsService, ImportRequest } from '../bulk-imports.service.ts';
import type { AgendaNoticesService } from '../messaging/agenda-notices.service.ts';

interface AgendaImportRequest extends ImportRequest<AgendaImportRow> {
  /** Whether people are notified of moved items. */
  readonly notify: boolean;
}

/** Imports the agenda items and speakers of a conference from a sheet or a schedule. */
export class AgendaImportsService {
  readonly #store: Store;
  readonly #bulkImports: BulkImportsService;
  readonly #agendaNotices: AgendaNoticesService;

  constructor(deps: {
    store: Store;
    bulkImports: BulkImportsService;
    agendaNotices: AgendaNoticesService;
  }) {
    this.#store = deps.store;
    this.#bulkImports = deps.bulkImports;
    this.#agendaNotices = deps.agendaNotices;
  }

  /**
   * Creates and updates agenda items; items that no row has stay, and fields that an administrator
   * edited. Speakers are found by name in the lineup, or else created. Valid rows are written even if
   * others fail; sending the same rows again changes nothing. Notifies each person once of all moved
   * items.
   *
   * @throws AppError NOT_FOUND; VALIDATION_ERROR for more than 5,000 rows, or the error of `rows`;
   *   then nothing is written
   */
  async import(
    by: Administrator,
    conferenceId: number,
    { rows, dryRun, notify }: AgendaImportRequest,
  ): Promise<ImportResultOf<AgendaImportCounts>> {
    const conference = await this.#store.conferences.find(conferenceId);
    if (!conference) throw notFound('conference');
    const sent = { rows: inZone(rows, conference.timezone), dryRun };
    return this.#bulkImports.run(by, sent, {
      lineOf: (row, value) => `${JSON.stringify({ row, value })}\n`,
      write: async (tx, lines) => this.#write(tx, conferenceId, { lines, notify }),
      locks: [`conference:${conferenceId}`],
      audit: { action: 'agenda.import', subjectId: conferenceId },
    });
  }

  async #write(
    tx: Tx,
    conferenceId: number,
    { lines, notify }: { lines: Readable; notify: boolean },
  ) {
    const rows = await rowsOf(lines);
    const conference = await tx.conferences.lock(conferenceId);
    if (!conference) throw notFound('conference');
    const plan = planAgendaImport(rows, await tx.agendaImports.lockItems(conferenceId));
    const valid = [...plan.match, ...plan.create].sort((a, b) => a.row - b.row);
    const speakers = await putOnLineup(tx, conference, valid);
    const idsOf = ({ speakers: given }: AgendaImportRow) =>
      given && [...new Set(given.map(({ name }) => speakers.ids.get(sameName(name)) ?? 0))];

    const changed = plan.match.flatMap(({ item, value }) => changeOf(item, value, idsOf(value)));
    const ids = changed.map(({ columns }) => columns.id);
    const before = await tx.agendaItems.listNoticed({ ids });
    for (const batch of batchesOf(changed)) {
      await tx.agendaImports.updateItems(batch.map(({ columns }) => columns));
    }
    const created: number[] = [];
    for (const batch of batchesOf(plan.create)) {
      const columns = batch.map(({ value }) => newColumns(value));
      created.push(...(await tx.agendaImports.insertItems(conferenceId, columns)));
    }
    await replaceSpeakers(tx, [
      ...changed.flatMap(({ speakers: replaced }) => replaced ?? []),
      ...plan.create.map(({ value }, index) => ({
        agenda_item_id: created[index] ?? 0,
        speaker_ids: idsOf(value) ?? [],
      })),
    ]);
    if (notify) {
      const after = await tx.agendaItems.listNoticed({ ids });
      await this.#agendaNotices.imported(tx, conference, { before, after, attendees: 'notified' });
    }
    return {
      counts: {
        staged: valid.length,
        created: created.length,
        updated: changed.length,
        speakers_created: speakers.created,
      },
      refused: { count: plan.refused.length, first: plan.refused },
    };
  }
}

/** The rows with instants. @throws AppError VALIDATION_ERROR for too many rows */
async function* inZone(
  rows: ImportRequest<AgendaImportRow>['rows'],
  timezone: string,
): AsyncGenerator<CheckedRow<AgendaImportRow>> {
  const offset = clockOffsetOf(timezone);
  const instantOf = (time: string) =>
    /(?:Z|[+-]\d\d:\d\d)$/.test(time)
      ? new Date(time).toISOString()
      : new Date(instantAt(Date.parse(`${time}Z`), offset)).toISOString();
  let count = 0;
  for await (const checked of rows) {
    if (++count > MAX_AGENDA_ROWS) {
      throw invalid('file', `expected at most ${MAX_AGENDA_ROWS.toLocaleString('en')} rows`);
    }
    yield 'error' in checked ? checked : withInstants(checked, instantOf);
  }
}

async function rowsOf(lines: Readable): Promise<NumberedRow[]> {
  const written = (await text(lines)).split('\n').filter(Boolean);
  return written.map((line) => JSON.parse(line) as NumberedRow);
}

/** Finds the speakers of all rows in the lineup by name; creates the others. */
async function putOnLineup(tx: Tx, conference: Conference, rows: readonly NumberedRow[]) {
  const lineup = await tx.agendaImports.lockLineup(conference.id);
  const known = new Map(lineup.toReversed().map((speaker) => [sameName(speaker.name), speaker]));
  const given = new Map<string, ImportedSpeaker>();
  for (const speaker of rows.flatMap(({ value }) => value.speakers ?? [])) {
    const key = sameName(speaker.name);
    given.set(key, { ...speaker, ...definedOf(given.get(key)) });
  }
  const missing = [...given].filter(([key]) => !known.has(key));
  const status = conference.status === 'draft' ? 'draft' : 'published';
  const created: number[] = [];
  for (const batch of batchesOf(missing)) {
    const slugs = await tx.speakers.findFreeSlugs(batch.map(([, { name }]) => name));
    const speakers = batch.map(([, speaker], index) => {
      return { ...speaker, slug: slugs[index] ?? '', status } as const;
    });
    created.push(...(await tx.agendaImports.insertSpeakers(conference.id, speakers)));
  }
  const filled = [...given].flatMap(([key, speaker]) => {
    const stored = known.get(key);
    return stored && fills(stored, speaker) ? [{ ...speaker, id: stored.id }] : [];
  });
  for (const batch of batchesOf(filled)) await tx.agendaImports.updateSpeakers(batch);
  const ids = new Map([...known].map(([key, { id }]) => [key, id]));
  for (const [index, [key]] of missing.entries()) ids.set(key, created[index] ?? 0);
  return { ids, created: created.length };
}

const SPEAKER_FIELDS = ['title', 'company', 'bio', 'photo_url'] as const;

/** Whether the import knows a field of a speaker that is empty. */
const fills = (stored: LineupSpeaker, given: ImportedSpeaker): boolean =>
  SPEAKER_FIELDS.some((field) => stored[field] === null && given[field] !== undefined);

/** What the first row with a value says of a speaker counts. */
const definedOf = (speaker: ImportedSpeaker | undefined) =>
  Object.fromEntries(Object.entries(speaker ?? {}).filter(([, value]) => value !== undefined));

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
});

interface ItemChange {
  readonly columns: ChangedImport;
  readonly speakers: ItemSpeakers | undefined;
}

/** The change of a known item, as a list of one; empty for none. */
function changeOf(
  item: ImportableItem,
  { speakers: _, import_key, ...given }: AgendaImportRow,
  speaker_ids: readonly number[] | undefined,
): ItemChange[] {
  const wanted: AgendaItemInput = { ...given, ...(speaker_ids && { speaker_ids }) };
  const { after } = differences<ImportableItem>(item, {
    ...importedChanges(item, wanted),
    import_key,
  });
  if (Object.keys(after).length === 0) return [];
  const { id } = item;
  return [
    {
      columns: { ...item, ...after },
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
