import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type Checkpoint,
  type CheckpointInput,
  MAX_CHECKPOINTS,
} from '../../domain/attendance/checkpoints.ts';
import { type Changes, differences } from '../../domain/changes.ts';
import { checkWholeOrder } from '../../domain/orders.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { AppError, conflict, notFound, preconditionFailed } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

interface CheckpointTarget extends Target {
  readonly conference_id: number;
}

/** The places of a conference where people are scanned. */
export class CheckpointsService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * In the order of the organizers.
   * @throws AppError NOT_FOUND
   */
  async list(conferenceId: number): Promise<Checkpoint[]> {
    const { conferences, checkpoints } = this.#deps.store;
    if (!(await conferences.find(conferenceId))) throw notFound('conference');
    return checkpoints.list(conferenceId);
  }

  /**
   * Adds one after the others.
   * @throws AppError NOT_FOUND; CHECKPOINT_LIMIT; CONFLICT for a taken name
   */
  async create(
    by: Administrator,
    conferenceId: number,
    given: CheckpointInput,
  ): Promise<Checkpoint> {
    return this.#change(conferenceId, async (tx) => {
      if ((await tx.checkpoints.list(conferenceId)).length >= MAX_CHECKPOINTS) throw atLimit();
      const checkpoint = await tx.checkpoints.insert(conferenceId, given);
      const after = { conference_id: conferenceId, ...checkpoint };
      await tx.audit.record(by, 'checkpoint.create', checkpoint.id, { after });
      return checkpoint;
    });
  }

  /** @throws AppError NOT_FOUND; PRECONDITION_FAILED; CONFLICT for a taken name, and for `counts` of one with scans */
  async update(
    by: Administrator,
    target: CheckpointTarget,
    given: Changes<CheckpointInput>,
  ): Promise<Checkpoint> {
    return this.#change(target.conference_id, async (tx) => {
      const checkpoint = await lock(tx, target);
      const { before, after } = differences<CheckpointInput>(checkpoint, given);
      if (Object.keys(after).length === 0) return checkpoint;
      if (after.counts !== undefined && (await tx.checkpoints.hasScans(target.id))) {
        throw conflict(
          'counts',
          'expected the present one, as people were scanned here',
          'has_scans',
        );
      }
      const updated = await tx.checkpoints.update(target.id, after);
      await tx.audit.record(by, 'checkpoint.update', target.id, { before, after });
      return updated;
    });
  }

  /**
   * Puts all checkpoints of the conference in the order of `ids`. Safe to repeat.
   * @throws AppError NOT_FOUND; CONFLICT unless `ids` has each once
   */
  async order(by: Administrator, conferenceId: number, ids: readonly number[]): Promise<void> {
    await this.#change(conferenceId, async (tx) => {
      const present = (await tx.checkpoints.list(conferenceId)).map(({ id }) => id);
      checkWholeOrder('checkpoints of the conference', present, ids);
      if ((await tx.checkpoints.updateOrder(ids)) === 0) return;
      await tx.audit.record(by, 'conference.order_checkpoints', conferenceId, {
        before: { checkpoint_ids: present },
        after: { checkpoint_ids: ids },
      });
    });
  }

  /**
   * Deletes a checkpoint; one with scans is retired, and keeps them.
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED
   */
  async delete(by: Administrator, target: CheckpointTarget): Promise<void> {
    await this.#change(target.conference_id, async (tx) => {
      const { checkpoints } = tx;
      const before = await lock(tx, target);
      const isRetired = await checkpoints.hasScans(target.id);
      if (isRetired) await checkpoints.updateRetired(target.id, this.#deps.now().toISOString());
      else await checkpoints.delete(target.id);
      const after = { is_retired: isRetired };
      await tx.audit.record(by, 'checkpoint.delete', target.id, { before, after });
    });
  }

  /** Runs `work` under the lock of the conference, which all writes of its checkpoints take. */
  async #change<T>(conferenceId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.lock(conferenceId))) throw notFound('conference');
      return work(tx);
    });
  }
}

async function lock(tx: Tx, { id, conference_id, ifMatch }: CheckpointTarget): Promise<Checkpoint> {
  const checkpoint = await tx.checkpoints.lock({ id, conference_id });
  if (!checkpoint) throw notFound('checkpoint');
  if (!isExpected(checkpoint, ifMatch)) throw preconditionFailed(checkpoint);
  return checkpoint;
}

const atLimit = () =>
  new AppError(
    'CHECKPOINT_LIMIT',
    `A conference has at most ${MAX_CHECKPOINTS} checkpoints; retire one first`,
  );
