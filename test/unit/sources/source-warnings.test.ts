import { sourceWarnings } from '../../../src/domain/sources/source-warnings.ts';
import type { OffReason } from '../../../src/domain/sources/stored-sources.ts';

const source = (id: number, name: string, off_reason: OffReason | null) => ({
  ...{ id, name, off_reason, conference_id: 1 },
});

it('there is a warning of each kind for all sources', () => {
  expect(sourceWarnings([])).toEqual([]);
  expect(
    sourceWarnings([source(1, 'A', 'failing'), source(2, 'B', null), source(3, 'C', 'owner_gone')]),
  ).toEqual([
    {
      ...{ kind: 'source_off', ids: [1, 3] },
      message: 'Sources are switched off, because they fail or nobody has the rights: A, C',
    },
    {
      ...{ kind: 'source_restless', ids: [2] },
      message: 'Sources change so often that their runs wait for a person: B',
    },
  ]);
});
