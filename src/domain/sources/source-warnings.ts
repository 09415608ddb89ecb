import type { Warning } from '../administration/warnings.ts';
import type { TroubledSource } from './stored-sources.ts';

/** One warning for all sources that are off, and one for all whose runs wait because they change too often. */
export function sourceWarnings(sources: readonly TroubledSource[]): Warning[] {
  const off = sources.filter(({ off_reason }) => off_reason !== null);
  const restless = sources.filter(({ off_reason }) => off_reason === null);
  return [
    ...warning('source_off', off, 'are switched off, because they fail or nobody has the rights'),
    ...warning('source_restless', restless, 'change so often that their runs wait for a person'),
  ];
}

const warning = (
  kind: Warning['kind'],
  sources: readonly TroubledSource[],
  what: string,
): Warning[] =>
  sources.length === 0
    ? []
    : [
        {
          kind,
          ids: sources.map(({ id }) => id),
          message: `Sources ${what}: ${sources.map(({ name }) => name).join(', ')}`,
        },
      ];
