/** What a figure must reach, and what it reaches if all goes well. */
export interface Goal {
  readonly better: 'less' | 'more';
  readonly unit: '×' | '%' | 's' | 'ms' | 'µs' | 'MB' | 'answers' | 'GETs';
  readonly must: number;
  readonly stretch: number;
}

export type Verdict = 'stretch' | 'must' | 'missed';

export function verdictOf({ better, must, stretch }: Goal, value: number): Verdict {
  const reaches = (goal: number) => (better === 'less' ? value <= goal : value >= goal);
  if (reaches(stretch)) return 'stretch';
  return reaches(must) ? 'must' : 'missed';
}

/** A figure with a goal. */
export interface Figure {
  readonly title: string;
  readonly value: number;
  readonly goal: Goal;
  /** How the figure came about. */
  readonly detail: string;
}
