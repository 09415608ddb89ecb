import type { Administrator } from '../../domain/administration/administrators.ts';
import type { CheckIn, CheckInRecord } from '../../domain/attendance/check-ins.ts';
import {
  type CheckpointOfScan,
  type CheckpointRequest,
  type CheckpointStats,
  type Direction,
  directionOf,
  outcomeOfScan,
  type ScanOutcome,
} from '../../domain/attendance/checkpoints.ts';
import type { GroupMember, TakenScan } from '../../domain/attendance/scan-results.ts';
import { invalid, notFound } from '../../errors.ts';
import type { ScannedRegistration } from '../../repositories/attendance/checkpoint-scans.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { TimedScan } from './scans.service.ts';

/** The checkpoint at which a scan is undone, and the day if it is not the latest one. */
export interface UndoneAt extends Pick<CheckpointRequest, 'checkpoint_id'> {
  readonly day?: string | undefined;
}

interface CheckpointOf {
  readonly conference_id: number;
  readonly id: number;
}

/** A scan at a checkpoint, in the transaction of its check-in, which has locked the checkpoint. */
export class CheckpointScan {
  readonly #tx: Tx;
  readonly #conferenceId: number;
  readonly #timed: TimedScan;
  readonly #checkpoint: CheckpointOfScan;
  readonly #direction: Direction;

  private constructor(
    tx: Tx,
    conferenceId: number,
    of: { timed: TimedScan; checkpoint: CheckpointOfScan; direction: Direction },
  ) {
    this.#tx = tx;
    this.#conferenceId = conferenceId;
    this.#timed = of.timed;
    this.#checkpoint = of.checkpoint;
    this.#direction = of.direction;
  }

  /**
   * Locks the checkpoint.
   * @throws AppError NOT_FOUND for one that is retired or of another conference; VALIDATION_ERROR for a
   *   `direction` where people are counted, and not each scan
   */
  static async begin(
    tx: Tx,
    { direction: given, ...of }: CheckpointOf & Pick<CheckpointRequest, 'direction'>,
    timed: TimedScan,
  ): Promise<CheckpointScan> {
    const checkpoint = await lockCheckpoint(tx, of, timed.time.at);
    const direction = directionOf(checkpoint, given);
    if (direction === undefined) {
      const problem = 'expected none at a checkpoint that does not count each scan';
      throw invalid('direction', problem, 'not_allowed');
    }
    return new CheckpointScan(tx, of.conference_id, { timed, checkpoint, direction });
  }

  /** What the scan is, by those of the same registration, which is locked. */
  async outcome(current: CheckIn): Promise<ScanOutcome> {
    const { record, time } = this.#timed;
    const { id, counts, day } = this.#checkpoint;
    const nonce = record.check_in_nonce;
    const scans = await this.#tx.checkpointScans.list(registrationOf(current).id, id, nonce);
    return outcomeOfScan(counts, scans, { at: time.at, day, direction: this.#direction, nonce });
  }

  /**
   * Writes the scan. Returns what the check-in answers instead of `taken`, and what it writes of the arrival: an
   * `out` is none.
   *
   * @throws AppError CONFLICT for the nonce of another person
   */
  async take(outcome: ScanOutcome, current: CheckIn, taken: TakenScan): Promise<TakenScan> {
    const { id } = this.#checkpoint;
    const isRecorded = taken.answer.is_recorded === true;
    if (!isRecorded) await this.#write(outcome, current);
    const { day, direction } =
      outcome.kind === 'repeated' || outcome.kind === 'again'
        ? outcome.scan
        : { day: this.#checkpoint.day, direction: this.#direction };
    const already_checked_in = outcome.kind === 'again' || outcome.kind === 'earlier';
    const arrives = isRecorded || (outcome.kind !== 'repeated' && direction === 'in');
    return {
      answer: { ...taken.answer, already_checked_in, checkpoint: { id, day, direction } },
      record: arrives ? taken.record : undefined,
      logged: { ...taken.logged, checkpoint_id: id },
    };
  }

  async #write(outcome: ScanOutcome, current: CheckIn): Promise<void> {
    const { checkpointScans } = this.#tx;
    const registration = { ...registrationOf(current), conference_id: this.#conferenceId };
    const { day } = this.#checkpoint;
    const record = { day, ...recordOf(this.#timed.record, this.#timed.time.at) };
    if (outcome.kind === 'earlier') {
      await checkpointScans.updateEarlier(outcome.scan.id, record, registration);
    } else if (outcome.kind === 'new') {
      const nonce = this.#timed.record.check_in_nonce;
      const scan = { checkpoint: this.#checkpoint, direction: this.#direction, nonce };
      await checkpointScans.insert({ ...record, ...scan }, registration);
    }
  }
}

/** The scans of the checkpoints of conferences, and the people who came together. */
export class CheckpointScansService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  async stats(conferenceId: number): Promise<readonly CheckpointStats[]> {
    return this.#deps.store.read.checkpointScans.listStats(conferenceId);
  }

  /** The others of a group; empty without one. */
  async groupOf({ has_group, registration_id }: CheckIn): Promise<{ group?: GroupMember[] }> {
    if (!has_group || registration_id === null) return {};
    const group = await this.#deps.store.read.checkpointScans.listGroup(registration_id);
    return group.length > 0 ? { group } : {};
  }

  /**
   * Undoes the latest scan at a checkpoint. Returns whether the person has no other scan, so that the arrival is
   * undone with it. Requires the lock of the registration.
   *
   * @throws AppError NOT_FOUND for a checkpoint that is retired or of another conference
   */
  async undo(
    tx: Tx,
    by: Administrator,
    current: CheckIn,
    {
      conferenceId,
      checkpoint_id,
      day,
    }: { conferenceId: number; checkpoint_id: number; day?: string | undefined },
  ): Promise<boolean> {
    const of = { conference_id: conferenceId, id: checkpoint_id };
    await lockCheckpoint(tx, of, this.#deps.now().toISOString());
    const { id, user_id } = registrationOf(current);
    const registration: ScannedRegistration = { id, user_id, conference_id: conferenceId };
    const undone = await tx.checkpointScans.updateUndone(registration, {
      checkpoint_id,
      day: day ?? null,
    });
    if (!undone) return false;
    const person = user_id === null ? { invitation_id: id } : { user_id };
    const before = { ...person, checkpoint_id, day: undone.day };
    await tx.audit.record(by, 'conference.undo_check_in', conferenceId, { before });
    return !undone.has_others;
  }
}

async function lockCheckpoint(tx: Tx, of: CheckpointOf, at: string) {
  const checkpoint = await tx.checkpointScans.lockCheckpoint(of, at);
  if (!checkpoint) throw notFound('checkpoint', 'checkpoint_id');
  return checkpoint;
}

function registrationOf({ registration_id: id, user }: CheckIn) {
  if (id === null) throw new Error('an event has no checkpoints');
  return { id, user_id: user?.id ?? null };
}

const recordOf = (record: CheckInRecord, scanned_at: string) => ({
  scanned_at,
  device: record.check_in_device,
  administrator_id: record.check_in_administrator_id,
});
