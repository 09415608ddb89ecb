import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `as_of` is later than all that happened so far: it reaches back a tenth of a second. */
export const laterOn = () => sleep(120);
