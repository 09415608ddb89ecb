import { firstMessageId, newMessageId } from '../../../src/lib/message-ids.ts';

const AT = new Date('2026-05-14T09:00:00.000Z');
const after = (ms: number) => new Date(AT.getTime() + ms);

it('an id is msg_ and 27 letters or digits, whatever its time', () => {
  for (const at of [AT, new Date(0), new Date('2100-12-31T23:59:59.999Z')]) {
    expect(newMessageId(at)).toMatch(/^msg_[0-9A-Za-z]{27}$/);
    expect(firstMessageId(at)).toMatch(/^msg_[0-9A-Za-z]{27}$/);
  }
});

it('no two ids of a time are the same', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newMessageId(AT))).size).toBe(1_000);
});

it('ids sort by their times, and behind the first one of it', () => {
  const times = [0, 1, 2, 61, 62, 1_000, 86_400_000];
  const ids = times.flatMap((ms) => [firstMessageId(after(ms)), newMessageId(after(ms))]);
  expect([...ids].sort()).toEqual(ids);
});
