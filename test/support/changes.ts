import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `as_of`, which is 100 ms in the past, is later than all changes so far. */
export const laterOn = () => sleep(120);
