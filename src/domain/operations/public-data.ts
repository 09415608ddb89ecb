/**
 * The kinds of data in public answers that change independently of each other. Each is one or more
 * tables; see `WRITTEN_DATA`.
 */
export const PUBLIC_DATA = ['agenda', 'conferences', 'events', 'quests', 'speakers'] as const;

export type PublicData = (typeof PUBLIC_DATA)[number];
