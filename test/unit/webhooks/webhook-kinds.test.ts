import { globSync, readFileSync } from 'node:fs';
import {
  checkShowsKind,
  MESSAGE_KINDS,
  showsKind,
  WEBHOOK_KIND_NAMES,
} from '../../../src/domain/webhooks/webhook-kinds.ts';

it('every kind has a writer: a trigger, or the service that writes its rows', () => {
  const written = [
    readFileSync('migrations/schema.sql', 'utf8'),
    ...globSync('src/services/**/*.ts').map((path) => readFileSync(path, 'utf8')),
    readFileSync('src/repositories/webhooks/webhook-changes.repository.ts', 'utf8').replace(
      /const ROWS = \{[^}]*\}/,
      '',
    ),
  ].join('\n');
  const missing = MESSAGE_KINDS.filter((kind) => !written.includes(`'${kind}'`));
  expect(missing).toEqual([]);
});

describe('a kind is shown', () => {
  it('to nobody without its scopes, and to an owner', () => {
    for (const kind of WEBHOOK_KIND_NAMES) {
      expect(showsKind([], kind)).toBe(false);
      expect(showsKind(['webhooks:read', 'people:read'], kind)).toBe(false);
      expect(showsKind(['*'], kind)).toBe(true);
    }
  });

  it.each([
    ['attendance.changed', ['attendees:read'], null, true],
    ['attendance.changed', ['door:read'], null, false],
    ['check_in.changed', ['door:read'], null, true],
    ['check_in.changed', ['attendees:read'], null, true],
    ['registration_request.changed', ['attendees:read'], null, true],
    ['registration_request.changed', ['attendees:read'], 'quests:read', false],
    ['registration_request.changed', ['quests:read'], 'quests:read', true],
    ['source.run', ['content:read'], 'attendees:read', false],
    ['source.run', ['*'], 'attendees:read', true],
    ['feedback.changed', ['content:read', 'broadcasts:read'], null, false],
    ['user.erased', [], null, true],
    ['webhook.test', [], null, true],
  ] as const)('%s with %j, if it needs %s: %s', (kind, granted, scope, is) => {
    expect(showsKind(granted, kind, scope)).toBe(is);
  });

  it('or refused with a scope that is missing', () => {
    const missing = (scope: string | null) => () =>
      checkShowsKind(['door:read'], 'registration_request.changed', scope);
    const challenge = (scope: string) =>
      expect.objectContaining({
        code: 'FORBIDDEN',
        headers: {
          'WWW-Authenticate': `HallwayKey error="insufficient_scope", scope="${scope}"`,
        },
      });
    expect(missing(null)).toThrow(challenge('attendees:read'));
    expect(missing('quests:read')).toThrow(challenge('quests:read'));
    expect(() => checkShowsKind(['door:read'], 'check_in.changed')).not.toThrow();
  });
});
