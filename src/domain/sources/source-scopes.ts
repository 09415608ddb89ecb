import { insufficientScope } from '../../errors.ts';
import { type Administrator, missingScope } from '../administration/administrators.ts';
import type { Scope } from '../administration/scopes.ts';
import { isGuestKind } from './source-settings.ts';
import { SOURCE_KINDS, type SourceKind } from './sources.ts';

type Caller = Pick<Administrator, 'scopes'>;

/** The scope that reads a source of a kind, or has it import. */
export const sourceScope = (kind: SourceKind, what: 'read' | 'import'): Scope =>
  isGuestKind(kind) ? `attendees:${what}` : `content:${what}`;

/** @throws AppError FORBIDDEN, which names the scope */
export function checkMay({ scopes }: Caller, what: 'read' | 'import', kind: SourceKind): void {
  const missing = missingScope(scopes, [sourceScope(kind, what)]);
  if (missing) throw insufficientScope(missing);
}

/** The kinds that a key may read. @throws AppError FORBIDDEN if it may read none */
export function readableKinds({ scopes }: Caller): readonly SourceKind[] {
  const kinds = SOURCE_KINDS.filter(
    (kind) => missingScope(scopes, [sourceScope(kind, 'read')]) === undefined,
  );
  if (kinds.length === 0) throw insufficientScope(sourceScope('ical', 'read'));
  return kinds;
}
