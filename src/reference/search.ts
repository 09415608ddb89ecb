import type { ImmutableMap } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

const words = (text: unknown) =>
  String(text ?? '')
    .toLowerCase()
    .replaceAll('-', ' ');

/**
 * The groups with the operations whose group, path, summary or id contains `phrase`. Swagger UI alone
 * compares groups and paths.
 */
export const findOperations = (groups: ImmutableMap, phrase: string): ImmutableMap =>
  groups
    .map((group, tag) =>
      group.update('operations', (all) =>
        all.filter((operation) =>
          [
            tag,
            operation.get('path'),
            operation.getIn(['operation', 'summary']),
            operation.getIn(['operation', 'operationId']),
          ].some((text) => words(text).includes(words(phrase).trim())),
        ),
      ),
    )
    .filter((group) => (group.get('operations') as ImmutableMap).size > 0);
