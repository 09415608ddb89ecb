import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { QuestFunnel } from '../../domain/quests/admin-quests.ts';
import {
  type ExportedParticipant,
  exportColumns,
  exportRow,
  type ListedParticipant,
} from '../../domain/quests/participations.ts';
import type { QuestTask } from '../../domain/quests/quest-tasks.ts';
import { notFound } from '../../errors.ts';
import type { TableContent } from '../../formats/tables/table-content.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import type {
  ParticipantPosition,
  ParticipantsFilter,
} from '../../repositories/quests/admin-participations.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/**
 * Rows and characters of answers per batch of an export. Larger batches outlive two collections of V8,
 * which moves them to its old generation: with 250 rows of 1,500 characters an export of 100,000
 * accumulated 140 MiB of garbage, with 25 it accumulates less than 40 MiB.
 */
const BATCH_ROWS = { min: 5, first: 25, max: 100 };
const BATCH_CHARS = 40_000;

/** Participants of quests for administrators, including hidden, blocked and erased ones. */
export class AdminParticipationsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Lists participants by their start; participants who have not started come last. @throws
   * AppError NOT_FOUND
   */
  async list(
    questId: number,
    filter: ParticipantsFilter,
    request: PageRequest<ParticipantPosition>,
  ): Promise<Page<ListedParticipant, ParticipantPosition>> {
    await this.#checkExists(questId);
    return this.#store.search(filter.q, (read) =>
      read.adminParticipations.list(questId, filter, request),
    );
  }

  /**
   * Returns all participants as a table: a column with the status of each task, and one with each
   * text. Each batch is read when the consumer asks for it, so a participant who starts during the
   * export can be missing or appear twice. The audit log records the export, since a file of
   * personal data leaves the service.
   *
   * @throws AppError NOT_FOUND
   */
  async export(by: Administrator, questId: number, format: string): Promise<TableContent> {
    await this.#checkExists(questId);
    const tasks = await this.#store.questTasks.listOf(questId);
    await this.#store.transaction((tx) =>
      tx.audit.record(by, 'quest.export_participants', questId, { after: { format } }),
    );
    return { columns: exportColumns(tasks), batches: this.#batches(questId, tasks) };
  }

  async *#batches(
    questId: number,
    tasks: readonly QuestTask[],
  ): AsyncGenerator<ReturnType<typeof exportRow>[]> {
    let limit = BATCH_ROWS.first;
    let after: ExportedParticipant | undefined;
    do {
      const rows = await this.#store.read.adminParticipations.listExported(questId, {
        limit,
        after,
      });
      after = rows.length < limit ? undefined : rows.at(-1);
      limit = nextLimit(rows);
      yield rows.map((row) => exportRow(row, tasks));
    } while (after);
  }

  async #checkExists(questId: number): Promise<void> {
    if (!(await this.#store.quests.find(questId))) throw notFound('quest');
  }
}

/** As many rows as have `BATCH_CHARS` of answers, if the next ones are as long as these. */
function nextLimit(rows: readonly ExportedParticipant[]): number {
  const chars = rows.reduce((sum, row) => sum + charsOf(row), 0);
  const fitting = chars === 0 ? BATCH_ROWS.max : Math.floor((rows.length * BATCH_CHARS) / chars);
  return Math.min(BATCH_ROWS.max, Math.max(BATCH_ROWS.min, fitting));
}

const charsOf = ({ tasks }: ExportedParticipant): number =>
  Object.values(tasks).reduce((sum, sent) => sum + (sent?.[1]?.length ?? 0), 0);

/** The counts read every submission of the quest, so all consoles share them for 5 seconds. */
const MAX_AGE_MS = 5_000;

/** How far the participants of quests are. */
export class QuestFunnelsService {
  readonly #deps;
  readonly #funnels: SharedReads<number, QuestFunnel>;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
    this.#funnels = new SharedReads({ maxAgeMs: MAX_AGE_MS, now: deps.now });
  }

  /** The counts are at most 5 seconds old. @throws AppError NOT_FOUND */
  async find(questId: number): Promise<QuestFunnel> {
    if (!(await this.#deps.store.quests.find(questId))) throw notFound('quest');
    return this.#funnels.get(questId, () => this.#count(questId));
  }

  async #count(quest_id: number): Promise<QuestFunnel> {
    const as_of = this.#deps.now().toISOString();
    const { questFunnels } = this.#deps.store.read;
    const [participants, tasks] = await Promise.all([
      questFunnels.countParticipants(quest_id),
      questFunnels.listTasks(quest_id),
    ]);
    return { quest_id, as_of, participants, tasks };
  }
}
