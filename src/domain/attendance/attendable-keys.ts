/** An event or a conference, by its id. */
export type AttendableKey = `${'conference' | 'event'}:${number}`;

type Ids = readonly (number | null | undefined)[];

export interface AttendableIds {
  readonly conferences: readonly number[];
  readonly events: readonly number[];
}

/** The keys of these attendables in the lock order, each once. Empty ids are left out. */
export const attendableKeys = (of: { conferences?: Ids; events?: Ids }): AttendableKey[] => [
  ...inOrder(of.conferences).map((id) => `conference:${id}` as const),
  ...inOrder(of.events).map((id) => `event:${id}` as const),
];

const inOrder = (ids: Ids = []): number[] =>
  [...new Set(ids)].filter((id) => typeof id === 'number').sort((a, b) => a - b);
