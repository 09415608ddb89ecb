import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CheckedRow } from '../../domain/imports.ts';
import type { AgendaImportRow } from '../../domain/programme/agenda-imports.ts';
import type { CalendarFeed } from '../../domain/programme/calendar-feeds.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  type ImportFindings,
  originOfSource,
  type SourceTerms,
} from '../../domain/programme/source-imports.ts';
import { type Remark, remark } from '../../domain/reasons.ts';
import {
  checkHasFormat,
  sourceUrl,
  withoutStamps,
} from '../../domain/sources/programme-content.ts';
import {
  checkCount,
  editedRemark,
  isOfEmptyFile,
  listed,
  rowsOf,
  type SeenRows,
} from '../../domain/sources/programme-rows.ts';
import { EmptyListError } from '../../domain/sources/source-errors.ts';
import { programmeBrakes } from '../../domain/sources/source-rules.ts';
import type {
  ReadSource,
  SourceContent,
  SourceImport,
  SourceOutcome,
} from '../../domain/sources/sources.ts';
import { notFound } from '../../errors.ts';
import type { OutboundHttp } from '../../integrations/outbound-http.ts';
import { hashOfAddress } from '../../lib/address-hashes.ts';
import { discardFile, writePrivateFile } from '../../lib/files.ts';
import { temporaryPath } from '../../lib/temporary-files.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type {
  AgendaImportReport,
  AgendaImportsService,
} from '../programme/agenda-imports.service.ts';
import type { CalendarReport, EventImportsService } from '../programme/event-imports.service.ts';
import type { SourceReader } from './source-imports.service.ts';

/** As calendars are fetched. */
const REQUEST = {
  maxBytes: 20 * 1024 * 1024,
  timeoutMs: 10_000,
  accept: 'application/json, text/calendar, application/xml;q=0.9, */*;q=0.1',
};
const HOUR_MS = 60 * 60 * 1000;
/** The same title at the same time is one session more often than two. */
const MAX_SAME_SLOTS = 20;

/** The rows of a schedule, and remarks that are complete after the last of them. */
export interface ScheduleTable extends AsyncDisposable {
  readonly rows: AsyncIterable<CheckedRow<AgendaImportRow>>;
  readonly warnings: readonly Remark[];
}

interface Deps {
  readonly store: Store;
  /** Called when a source is read. */
  readonly http: () => Promise<Pick<OutboundHttp, 'get'>>;
  /** Reads a file as an upload is read; `timezone` is that of times without one. */
  readonly readSchedule: (path: string, timezone: string) => Promise<ScheduleTable>;
  readonly agendaImports: AgendaImportsService;
  readonly eventImports: EventImportsService;
  readonly now: () => Date;
}

type ProgrammeImport = SourceImport<Tx>;
type Report = Pick<AgendaImportReport | CalendarReport, keyof ImportFindings | 'would_notify'>;

/** Programmes at an address, which it hands to the importers of uploads. */
export class ProgrammeSourcesService implements SourceReader {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Fetches the whole programme. A credential is none of its kinds'. */
  async fetch(
    source: ReadSource,
    _credential: string | null,
    signal: AbortSignal,
  ): Promise<SourceContent> {
    const http = await this.#deps.http();
    const { body } = await http.get(sourceUrl(source), { ...REQUEST, signal });
    checkHasFormat(source.kind, body);
    const { timezone } = await this.#conferenceOf(source);
    // Local times are read in the zone of the conference: another zone moves all of them.
    const content_hash = createHash('sha256')
      .update(source.kind === 'ical' ? withoutStamps(body) : body)
      .update(`\n${timezone}`)
      .digest();
    const path = temporaryPath();
    const remove = () => discardFile(path);
    try {
      await writePrivateFile(path, Readable.from([body]));
    } catch (error) {
      await remove();
      throw error;
    }
    return { path, content_hash, cursor: null, isEmpty: false, [Symbol.asyncDispose]: remove };
  }

  async import(given: ProgrammeImport): Promise<SourceOutcome> {
    const conference = await this.#conferenceOf(given.source);
    return given.source.kind === 'ical'
      ? this.#importCalendar(given, conference)
      : this.#importSchedule(given, conference);
  }

  async #importSchedule(given: ProgrammeImport, conference: Conference): Promise<SourceOutcome> {
    const { by, source, content, notify, decide } = given;
    await using table = await this.#opened(content, conference);
    const seen: SeenRows = { count: 0, first_day: null };
    let origin = '';
    const tagged = (row: AgendaImportRow) => {
      origin = originOfSource(row.import_source, source.id);
      return { ...row, import_source: origin };
    };
    let outcome: SourceOutcome | undefined;
    await this.#deps.agendaImports.import(by, conference.id, {
      rows: rowsOf(table.rows, { seen, tagged, maxRows: given.maxRows }),
      dryRun: false,
      notify,
      absent: source.absent,
      source: this.#terms(given),
      keeps: async (tx, report) => {
        const { created, updated, cancelled, unchanged, failed, total } = report;
        const { speakers_created, speakers_updated } = report;
        const counts = { total, created, updated, cancelled, unchanged, failed };
        outcome = {
          ...(await this.#found(tx, report, { conference, origin, first_day: seen.first_day })),
          ...listed(report, ({ agenda_item_id }) => agenda_item_id),
          counts: {
            ...{ ...counts, speakers_created, speakers_updated },
            ...{ absent: report.absent.length - cancelled, edited_fields: report.edited_fields },
          },
          refused: report.errors.map(({ row, field, error }) => ({
            row,
            error: field === null ? error : `${field}: ${error}`,
          })),
        };
        const { warnings } = outcome;
        outcome = { ...outcome, warnings: [...table.warnings, ...report.warnings, ...warnings] };
        return decide(tx, outcome);
      },
    });
    return ended(outcome);
  }

  async #importCalendar(given: ProgrammeImport, conference: Conference): Promise<SourceOutcome> {
    const { by, source, content, notify, decide } = given;
    let total = 0;
    let outcome: SourceOutcome | undefined;
    await this.#deps.eventImports.importAll(by, {
      ...{ file: content.path, address: source.url, uids: source.settings.uids },
      ...{ conference_id: conference.id, status: 'approved', agenda: true, dry_run: false },
      ...{ notify, absent: source.absent, source: this.#terms(given) },
      checkFeed: ({ events }: CalendarFeed) => {
        total = events.length;
        checkCount(total, given.maxRows);
      },
      keeps: async (tx, report) => {
        const { created, updated, cancelled, unchanged, skipped } = report;
        const origin = hashOfAddress(source.url);
        const withheld = skipped.filter((one) => one.withheld).length;
        const found = await this.#found(tx, report, { conference, origin, first_day: null });
        const warnings = report.warnings.map(({ title, reason, code, params }) => ({
          message: title ? `“${title}”: ${reason}` : reason,
          code,
          params: { ...params, ...(title && { item: title }) },
        }));
        outcome = {
          ...found,
          ...listed(report, ({ event_id }) => event_id),
          counts: {
            ...{ total, created, updated, cancelled, unchanged, left_out: withheld },
            ...{ failed: skipped.length - withheld, edited_fields: report.edited_fields },
            absent: report.absent.length - cancelled,
          },
          refused: skipped.map(({ uid, title, reason }, index) => ({
            row: index + 1,
            error: `${title ?? uid ?? 'An event'}: ${reason}`,
          })),
          warnings: [...warnings, ...found.warnings],
        };
        return decide(tx, outcome);
      },
    });
    return ended(outcome);
  }

  /** What both kinds of import say of a programme as a whole. */
  async #found(
    tx: Tx,
    report: Report & { readonly absent: readonly unknown[] },
    of: {
      readonly conference: Conference;
      readonly origin: string;
      readonly first_day: string | null;
    },
  ): Promise<Pick<SourceOutcome, 'brakes' | 'edited' | 'would_notify' | 'warnings'>> {
    const { known, moved_far, edited, edited_fields, absent, would_notify = 0 } = report;
    const { conference, origin, first_day } = of;
    const slots = await tx.read.sources.listSameSlots(conference.id, origin, MAX_SAME_SLOTS);
    const warnings = slots.map(({ title, starts_at }) =>
      remark(`“${title}” is twice at the same time, from two sources`, 'same_slot', {
        title,
        starts_at,
      }),
    );
    if (edited_fields > 0) warnings.push(editedRemark(edited_fields));
    const found = { known, moved_far, first_day, absent: absent.length };
    return { warnings, edited, would_notify, brakes: programmeBrakes(found, conference) };
  }

  #terms({ only, not_before = null }: ProgrammeImport): SourceTerms {
    const cancels_from = new Date(this.#deps.now().getTime() + HOUR_MS).toISOString();
    return { only, cancels_from, digest: { not_before } };
  }

  /** @throws EmptyListError for a schedule without items */
  async #opened(content: SourceContent, { timezone }: Conference): Promise<ScheduleTable> {
    try {
      return await this.#deps.readSchedule(content.path, timezone);
    } catch (error) {
      throw isOfEmptyFile(error) ? new EmptyListError() : error;
    }
  }

  async #conferenceOf({ conference_id }: ReadSource): Promise<Conference> {
    const conference = await this.#deps.store.conferences.find(conference_id);
    if (!conference) throw notFound('conference');
    return conference;
  }
}

function ended(outcome: SourceOutcome | undefined): SourceOutcome {
  if (!outcome) throw new Error('an import ended without a decision');
  return outcome;
}
