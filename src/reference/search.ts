import type { ImmutableMap } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { hasWords, isNamed, type Searched } from './search-words.ts';

/**
 * The groups with the operations that the phrase names; without one, those that have its words. Swagger
 * UI alone compares groups and paths.
 */
export function findOperations(groups: ImmutableMap, phrase: string): ImmutableMap {
  const filtered = (fits: (one: Searched, phrase: string) => boolean) =>
    groups
      .map((group, tag) =>
        group.update('operations', (all) =>
          all.filter((operation) => fits(searched(operation, tag), phrase)),
        ),
      )
      .filter((group) => (group.get('operations') as ImmutableMap).size > 0);
  const named = filtered(isNamed);
  return named.size > 0 ? named : filtered(hasWords);
}

const searched = (operation: ImmutableMap, tag: string): Searched => ({
  tag,
  method: String(operation.get('method')),
  path: String(operation.get('path')),
  summary: String(operation.getIn(['operation', 'summary']) ?? ''),
  id: String(operation.getIn(['operation', 'operationId']) ?? ''),
});
