import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import {
  type ExportedParticipant,
  exportColumns,
  exportRow,
  type ListedParticipant,
} from '../../domain/quests/participants.ts';
import type { QuestTask } from '../../domain/quests/tasks.ts';
import { notFound } from '../../errors.ts';
import type { TableContent } from '../../formats/tables/table-content.ts';
import type {
  ParticipantPosition,
  ParticipantsFilter,
} from '../../repositories/quests/quest-participants.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** Rows per batch of an export: as many as an export of attendees reads, for the same memory. */
const BATCH_ROWS = 250;

/** Participants of quests for administrators, including hidden, blocked and erased ones. */
export class QuestParticipantsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Lists participants by their start, those who have not started last. @throws AppError NOT_FOUND */
  async list(
    questId: number,
    filter: ParticipantsFilter,
    request: PageRequest<ParticipantPosition>,
  ): Promise<Page<ListedParticipant, ParticipantPosition>> {
    await this.#checkExists(questId);
    return this.#store.read.questParticipants.list(questId, filter, request);
  }

  /**
   * Returns all participants as a table: a column with the status of each task, and one with each text.
   * Each batch is read when the consumer asks for it, so who starts meanwhile can be missing or appear
   * twice. The audit log records the export, since a file of personal data leaves the service.
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

  async *#batches(questId: number, tasks: readonly QuestTask[]) {
    type Read = Awaited<ReturnType<Store['read']['questParticipants']['listExported']>>;
    let after: Read['next'];
    do {
      const page: Read = await this.#store.read.questParticipants.listExported(questId, {
        limit: BATCH_ROWS,
        after: after ?? undefined,
      });
      yield page.rows.map((row: ExportedParticipant) => exportRow(row, tasks));
      after = page.next;
    } while (after);
  }

  async #checkExists(questId: number): Promise<void> {
    if (!(await this.#store.quests.find(questId))) throw notFound('quest');
  }
}
