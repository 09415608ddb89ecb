/**
 * What public answers are made of, as far as one is changed apart from the others. Each is one or
 * more tables; see `WRITTEN_DATA`.
 */
export const PUBLIC_DATA = ['agenda', 'conferences', 'events', 'quests', 'speakers'] as const;

export type PublicData = (typeof PUBLIC_DATA)[number];
