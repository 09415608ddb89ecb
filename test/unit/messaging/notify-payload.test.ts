import { hasMessages, usersIn } from '../../../src/domain/messaging/notify-payload.ts';

describe('the payload of a NOTIFY', () => {
  it.each([
    ['42', [42], false],
    ['7,42', [7, 42], false],
    ['7,42,messages', [7, 42], true],
    ['*', 'all', false],
    ['*,messages', 'all', true],
  ])('%j names the users and whether messages are queued', (payload, users, queued) => {
    expect(usersIn(payload)).toEqual(users);
    expect(hasMessages(payload)).toBe(queued);
  });
});
