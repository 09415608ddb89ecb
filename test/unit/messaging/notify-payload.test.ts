import {
  hasMessages,
  MAX_NAMED_USERS,
  payloadOf,
  usersIn,
} from '../../../src/domain/messaging/notify-payload.ts';

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

const names = (count: number) => Array.from({ length: count }, (_, n) => String(n));

it.each([
  [['7', '42'], '7,42'],
  [['7', 'messages', '42'], '7,42,messages'],
  [['messages'], 'messages'],
  [['7', '*', 'messages'], '*,messages'],
  [[...names(MAX_NAMED_USERS), 'messages'], `${names(MAX_NAMED_USERS)},messages`],
  [names(MAX_NAMED_USERS + 1), '*'],
])('several payloads become one: %#', (given, payload) => {
  expect(payloadOf(new Set(given))).toBe(payload);
});
