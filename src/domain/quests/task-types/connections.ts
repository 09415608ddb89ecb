import { automatic } from './automatic.ts';

/** So many accepted connections. */
export const connections = automatic<{ readonly count: number }>(() => ({ count: undefined }));
