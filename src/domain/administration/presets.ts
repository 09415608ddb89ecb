import type { Granted } from './administrators.ts';
import { SCOPES, type Scope } from './scopes.ts';

const ALL = Object.keys(SCOPES) as readonly Scope[];
const of = (resource: string) => ALL.filter((scope) => scope.startsWith(`${resource}:`));
const without = (scopes: readonly Scope[], ...left: readonly Scope[]) =>
  scopes.filter((scope) => !left.includes(scope));

/**
 * What a new key may do by the name of its holder's work. A key stores the scopes, not the preset: a
 * scope of a later version is not added to it, except to `*`.
 */
export const PRESETS = {
  owner: ['*'],
  organizer: without(ALL, 'keys:manage', 'people:erase'),
  content: [...of('content'), 'media:read', 'media:write'],
  door: of('door'),
  broadcasts: of('broadcasts'),
  quests: without(of('quests'), 'quests:secrets'),
  moderation: [...of('reports'), 'people:read', 'people:moderate'],
  'read-only': ALL.filter((scope) => scope.endsWith(':read')),
} as const satisfies Readonly<Record<string, readonly Granted[]>>;

export type Preset = keyof typeof PRESETS;
