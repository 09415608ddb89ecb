import { shortName } from '../../../src/domain/messaging/notification-args.ts';

describe('the name in a notification title', () => {
  it.each([
    ['has both parts', ['Ada', 'Lovelace'], 'Ada Lovelace'],
    ['is one line', ['Ada\n\tKing', null], 'Ada King'],
    ['has no direction characters', ['\u202eAda\u2066', null], 'Ada'],
    ['is not a link', ['win.example.com', 'A. B.'], 'win.\u2060example.\u2060com A. B.'],
    ['begins with no space', ['\u202e Ada', null], 'Ada'],
    ['keeps a dot after a sign', ['?.com', null], '?.com'],
    ['has all of 64 characters', ['𝒜'.repeat(64)], '𝒜'.repeat(64)],
    ['has at most 64 characters', ['𝒜'.repeat(256), 'B'], `${'𝒜'.repeat(63)}…`],
  ])('%s', (_, names, expected) => {
    expect(shortName(names)).toBe(expected);
  });
});
