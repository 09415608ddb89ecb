import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { NewApiKey, OwnAccess } from '../../client/operations.d.ts';

export type Scope = NonNullable<NewApiKey['scopes']>[number];

export const Access = createContext<OwnAccess | undefined>(undefined);

/** Whose are the words that this device keeps: an administrator's, or a key's of none. */
export function useOwner(): string {
  const access = useContext(Access);
  return String(access?.administrator?.id ?? access?.key);
}

/** The names of the screens that the session may open. */
export const OpenScreens = createContext<readonly string[]>([]);

/** Whether the session has one of the scopes: what it may not do is not shown. */
export function useMay(): (...scopes: readonly Scope[]) => boolean {
  const granted = useContext(Access)?.scopes ?? [];
  return (...scopes) => granted.includes('*') || scopes.some((scope) => granted.includes(scope));
}
