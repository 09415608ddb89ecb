import { type Remark, remark } from '../../domain/reasons.ts';

/**
 * What is said of a schedule that could be read: each remark once, with the number of its items and
 * the first of them.
 */
export class ScheduleNotes {
  readonly #said: Remark[] = [];
  readonly #notes = new Map<
    string,
    { code: string; count: number; readonly example: string | null }
  >();

  /** Says something of the schedule as a whole. */
  say(said: Remark): void {
    this.#said.push(said);
  }

  /** @param code what the remark means to a program, without the names in its sentence */
  add(sentence: string, code: string, example: string | null): void {
    const note = this.#notes.get(sentence);
    if (note) note.count += 1;
    else this.#notes.set(sentence, { code, count: 1, example });
  }

  get list(): Remark[] {
    const counted = [...this.#notes].map(([sentence, { code, count, example }]) =>
      remark(
        `${sentence}: ${count}${example === null ? '' : ` (for example ${example})`}`,
        'schedule_note',
        { note: code, count },
      ),
    );
    return [...this.#said, ...counted];
  }
}
