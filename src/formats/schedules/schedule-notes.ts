/**
 * What is said of a schedule that could be read: each remark once, with the number of its items and
 * the first of them.
 */
export class ScheduleNotes {
  readonly #said: string[] = [];
  readonly #notes = new Map<string, { count: number; readonly example: string | null }>();

  /** Says something of the schedule as a whole. */
  say(remark: string): void {
    this.#said.push(remark);
  }

  add(remark: string, example: string | null): void {
    const note = this.#notes.get(remark);
    if (note) note.count += 1;
    else this.#notes.set(remark, { count: 1, example });
  }

  get list(): string[] {
    const counted = [...this.#notes].map(
      ([remark, { count, example }]) =>
        `${remark}: ${count}${example === null ? '' : ` (for example ${example})`}`,
    );
    return [...this.#said, ...counted];
  }
}
