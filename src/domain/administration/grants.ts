import { forbidden, insufficientScope } from '../../errors.ts';
import { type Administrator, type Granted, missingScope } from './administrators.ts';
import { SCOPES, type Scope } from './scopes.ts';

/** What a key may do, and in which conferences; null for all of them. */
export interface Rights {
  readonly scopes: readonly Granted[];
  readonly conference_ids: readonly number[] | null;
}

/** Whether a grant is one scope, not `*`. */
export const isScope = (granted: Granted): granted is Scope => granted !== '*';

/** What is left of the scopes of a key for a token that claims some; all of them without a claim. */
export function narrowed(
  granted: readonly Granted[],
  claimed: readonly string[] | undefined,
): readonly Granted[] {
  if (!claimed) return granted;
  const known = (Object.keys(SCOPES) as Scope[]).filter((scope) => claimed.includes(scope));
  return known.filter((scope) => missingScope(granted, [scope]) === undefined);
}

/**
 * Nobody grants more than they have, nor changes a key that may do more.
 *
 * @throws AppError FORBIDDEN, which names the scope that `own` lacks
 */
export function checkCovers(own: Rights, other: Rights): void {
  const missing = missingScope(own.scopes, other.scopes);
  if (missing !== undefined) throw insufficientScope(missing);
  if (!areWithin(other.conference_ids, own.conference_ids)) throw forbidden();
}

/**
 * A key acts in the name of its administrator: for another one than oneself, only an owner makes or changes it.
 * Null is a machine.
 *
 * @throws AppError FORBIDDEN
 */
export function checkActsFor(
  by: Pick<Administrator, 'scopes' | 'administrator_id'>,
  administrator_id: number | null,
): void {
  const isOther = administrator_id !== null && administrator_id !== by.administrator_id;
  if (isOther && !by.scopes.includes('*')) throw insufficientScope('*');
}

/** Whether these conferences are all among others; null is all conferences. */
export const areWithin = (
  conference_ids: readonly number[] | null,
  others: readonly number[] | null,
): boolean => others === null || (conference_ids?.every((id) => others.includes(id)) ?? false);

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
  stage: [...of('questions'), 'content:read'],
  broadcasts: of('broadcasts'),
  quests: without(of('quests'), 'quests:secrets'),
  moderation: [...of('reports'), 'people:read', 'people:moderate'],
  'read-only': ALL.filter((scope) => scope.endsWith(':read')),
} as const satisfies Readonly<Record<string, readonly Granted[]>>;

export type Preset = keyof typeof PRESETS;
