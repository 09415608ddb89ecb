/** A measured value and the limit that it must keep. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: '=' | '≤' | '≥';
  readonly than: number;
}

/** A fault on real processes, and what the service promises while and after it happens. */
export interface Experiment {
  /** What is broken, and how. */
  readonly fault: string;
  /** Why it cannot run on this machine; undefined if it can. */
  readonly missing?: () => string | undefined;
  /** Breaks it and returns what was measured. It stops all that it starts. */
  readonly run: () => Promise<readonly Figure[]>;
}

export const exactly = (what: string, value: number, than: number, unit = ''): Figure => ({
  what,
  value,
  unit,
  limit: '=',
  than,
});

export const atMost = (what: string, value: number, than: number, unit = ''): Figure => ({
  what,
  value,
  unit,
  limit: '≤',
  than,
});

export const atLeast = (what: string, value: number, than: number, unit = ''): Figure => ({
  what,
  value,
  unit,
  limit: '≥',
  than,
});

/** A value that is no number, such as the maximum of nothing, keeps no limit. */
export function isKept({ value, limit, than }: Figure): boolean {
  if (limit === '=') return value === than;
  return limit === '≤' ? value <= than : value >= than;
}

/** `lost 0 (= 0)`. */
export const textOf = ({ what, value, unit, limit, than }: Figure): string => {
  const rounded = Number.isInteger(value) ? value : Number(value.toFixed(value < 10 ? 2 : 0));
  return `${what} ${[rounded, unit].join(' ').trim()} (${limit} ${than})`;
};
