import { isSound } from '../../../src/domain/operations/denormalized-counters.ts';
import { ENCRYPTED_COLUMNS } from '../../../src/domain/operations/encrypted-columns.ts';

const check = (count: number, isDelayed: boolean) => ({
  name: 'n',
  count,
  differences: [],
  isDelayed,
});

it.each([
  ['without a check', [], true],
  ['without a difference', [check(0, false)], true],
  ['with a difference', [check(0, false), check(1, false)], false],
  ['with one that a job repairs', [check(1, true), check(0, false)], true],
])('denormalized counters are sound %s: %#', (_what, checks, sound) => {
  expect(isSound(checks)).toBe(sound);
});

it('each encrypted column is in a table with the key of its row', () => {
  const keys = ENCRYPTED_COLUMNS.map(({ table, key, purpose }) => `${table} ${key} ${purpose}`);
  expect([...new Set(keys)]).toEqual([
    'partner_accounts user_id partner tokens',
    'quests id quest secrets',
    'quest_tasks id quest secrets',
    'registrations id guests',
    'webhook_endpoints id webhook secrets',
    'sources id source credentials',
  ]);
});
