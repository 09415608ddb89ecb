import { personKey, unsignedCodeLimits } from '../../../src/domain/quests/quest-calls.ts';

it('unsigned codes have limits', () => {
  const minutes = (count: number) => count * 60_000;
  expect(unsignedCodeLimits(7, '192.0.2.1')).toEqual({
    ofAddress: { key: 'unsigned-codes:192.0.2.1', max: 30, windowMs: minutes(10) },
    ofTask: { key: 'unsigned-codes-of-task:7', max: 100_000, windowMs: minutes(60) },
  });
});

it.each([
  [{ messenger_id: 5 }, 'm5'],
  [{ ticket: 'EB-42-1007-0123456789ABCD' }, 'u1007'],
  [{ ticket: 'nothing' }, 'u'],
])('a call for %j is counted for %s', (person, key) => {
  expect(personKey(person)).toBe(key);
});
