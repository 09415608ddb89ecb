/** In milliseconds ahead of the machine; negative if behind. */
interface Shift {
  /** When the process starts. */
  readonly ms?: number;
  /** From SIGUSR2 on. */
  readonly laterMs?: number;
}

/** Options of Node that give a process a system clock of its own; monotonic clocks stay. */
export function shiftedClock({ ms = 0, laterMs = ms }: Shift): readonly string[] {
  const code = `
    const Real = Date;
    let shift = ${ms};
    process.on('SIGUSR2', () => { shift = ${laterMs}; });
    globalThis.Date = class Date extends Real {
      constructor(...of) { of.length > 0 ? super(...of) : super(Real.now() + shift); }
      static now() { return Real.now() + shift; }
    };`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}
