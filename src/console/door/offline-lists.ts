import { clear, createStore } from 'idb-keyval';

/** The names that a device has of its doors, apart from scans: those go when they are sent. */
export const offlineLists = createStore('hallway-roster', 'rosters');
/** At the sign-out, from any screen: the door itself is no part of the first load. */
export const dropOfflineLists = (): Promise<void> => clear(offlineLists);
