interface Timed {
  readonly room: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
}
export interface Lane {
  /** From 0. */
  readonly lane: number;
  /** Of the items that overlap, directly or by others between them. */
  readonly lanes: number;
}

/** Where items of one room that overlap lie side by side. */
export function lanesOf<I extends Timed>(items: readonly I[]): ReadonlyMap<I, Lane> {
  const found = new Map<I, Lane>();
  for (const inRoom of Map.groupBy(items, ({ room }) => room).values()) {
    const sorted = [...inRoom].sort((one, other) => one.starts_at.localeCompare(other.starts_at));
    let cluster: [I, number][] = [];
    let ends: string[] = [];
    const finish = () => {
      for (const [item, lane] of cluster) found.set(item, { lane, lanes: ends.length });
      cluster = [];
      ends = [];
    };
    for (const item of sorted) {
      if (ends.every((end) => end <= item.starts_at)) finish();
      const free = ends.findIndex((end) => end <= item.starts_at);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = item.ends_at;
      cluster.push([item, lane]);
    }
    finish();
  }
  return found;
}
