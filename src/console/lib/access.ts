import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { NewApiKey, OwnAccess } from '../../client/operations.d.ts';

export type Scope = NonNullable<NewApiKey['scopes']>[number];

export const Access = createContext<OwnAccess | undefined>(undefined);

/** The names of the screens that the session may open. */
export const OpenScreens = createContext<readonly string[]>([]);

/** Whether the session has a scope: what it may not do is not shown. */
export function useMay(): (scope: Scope) => boolean {
  const scopes = useContext(Access)?.scopes ?? [];
  return (scope) => scopes.includes('*') || scopes.includes(scope);
}
