/** Requests of the fuzz test, to which other properties set their cases in proportion. */
export const FUZZ_RUNS = Number(process.env.FUZZ_RUNS ?? 2_000);

/** The cases of a property: one for each `per` of FUZZ_RUNS, and no fewer than `least`. */
export const casesOf = ({ least, per }: { least: number; per: number }): number =>
  Math.max(least, Math.round(FUZZ_RUNS / per));
