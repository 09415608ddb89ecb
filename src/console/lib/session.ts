import type { OwnAccess } from '../../client/operations.d.ts';
import { dropOfflineLists } from '../door/offline-lists.ts';
import { api, isOffline, isSignedOut, queries } from './api.ts';
import { signal } from './signal.ts';

const STORED = 'hallway-access';
/** How the keys of what is written on this device begin. */
export const DRAFTS = 'hallway-draft';
/** Sign-outs reach the other tabs of the browser. */
const tabs = new BroadcastChannel('hallway-console');
const stored = localStorage.getItem(STORED);

/**
 * What the session may do; undefined without one. It is kept on the device, so that the door opens
 * without a network.
 */
export const session = signal<OwnAccess | undefined>(stored ? JSON.parse(stored) : undefined);

/** The one-time code of the link by which the page was opened; undefined without one, and once it is used. */
export const signInCode = signal<string | undefined>(undefined);

/** Takes the code out of the address and the history, before anything else can read or store it. */
function takeCode(): void {
  const [, code] = /^#code=(.{1,200})$/.exec(location.hash) ?? [];
  if (code === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  signInCode.set(code);
}
takeCode();
addEventListener('hashchange', takeCode);

/** Exchanges a key, or a one-time code, for the cookie of a session. @throws ApiError */
export async function signIn(body: { key: string } | { code: string }): Promise<void> {
  await api.call('startAdminSession', { body });
  keep(await api.call('getOwnAccess'));
}

/** Reads again what the session may do: its key may have changed. @throws ApiError */
export async function readAccess(): Promise<OwnAccess> {
  const access = await api.call('getOwnAccess');
  if (JSON.stringify(access) !== JSON.stringify(session.get())) keep(access);
  return access;
}

/** @throws ApiError NETWORK: the cookie cannot be deleted without the service */
export async function signOut(): Promise<void> {
  await api.call('endAdminSession').catch((error: unknown) => {
    if (isOffline(error)) throw error;
  });
  end();
}

/** Ends every session of the key, on all devices. @throws ApiError */
export async function signOutEverywhere(): Promise<void> {
  await api.call('endAdminSessions');
  end();
}

function end(): void {
  // A session that only expires keeps them, for the same administrator.
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(DRAFTS)) localStorage.removeItem(key);
  }
  tabs.postMessage('signed out');
  forget();
}

function keep(access: OwnAccess): void {
  localStorage.setItem(STORED, JSON.stringify(access));
  session.set(access);
}

/** Names leave the device with the session. Scans stay until they are sent. */
function forget(): void {
  localStorage.removeItem(STORED);
  void dropOfflineLists();
  queries.clear();
  session.set(undefined);
}

tabs.onmessage = forget;
queries.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'error') endOn(event.action.error);
});
queries.getMutationCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'error') endOn(event.action.error);
});
function endOn(error: unknown): void {
  if (isSignedOut(error) && session.get()) forget();
}
