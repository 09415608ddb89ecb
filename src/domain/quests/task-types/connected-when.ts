/** Whether every accepted connection counts, or only one of users who met. */
export const CONNECTED_WHEN = ['accepted', 'met'] as const;
export type ConnectedWhen = (typeof CONNECTED_WHEN)[number];
