import { checkPinnable, checkPinnedUntil } from '../../../src/domain/messaging/announcements.ts';

const TEXT = { title: 'Wi-Fi', body: 'hallway / 12345678' };
const refused = (field: string, code: string) =>
  expect.objectContaining({
    code: 'VALIDATION_ERROR',
    errors: [expect.objectContaining({ field, code })],
  });

describe('what can be pinned to conference 7', () => {
  it.each([{ conference_ids: [7] }, { conference_ids: [7], attendance: ['checked_in'] as const }])(
    'is a broadcast to %j',
    (audience) => {
      expect(() => checkPinnable({ ...TEXT, audience }, 7)).not.toThrow();
    },
  );

  it.each([
    { all: true as const },
    { spreadsheet: true as const },
    { conference_ids: [8] },
    { conference_ids: [7, 8] },
    { conference_ids: [7], ticket_types: ['vip'] },
    { event_ids: [7] },
    { quest_id: 7, quest_status: 'completed' as const },
  ])('is no broadcast to %j', (audience) => {
    const check = () => checkPinnable({ ...TEXT, audience }, 7);
    expect(check).toThrow(refused('audience', 'not_beside'));
  });

  it.each([
    [{ title: 'Hello {{first_name}}' }, 'title'],
    [{ body: 'At {{conference_name|us}}' }, 'body'],
    [
      { translations: { de: { title: 'WLAN', body: 'Für {{first_name|dich}}' } } },
      'translations.de.body',
    ],
  ])('has no variable, as %j', (text, field) => {
    const audience = { conference_ids: [7] };
    const check = () => checkPinnable({ ...TEXT, ...text, audience }, 7);
    expect(check).toThrow(refused(field, 'not_beside'));
  });
});

it.each([
  ['2030-05-14T09:00:00.000Z', 'future'],
  ['2030-05-14T09:00:00.001Z', undefined],
  ['2030-05-23T22:00:00.000Z', undefined],
  ['2030-05-23T22:00:00.001Z', 'too_long_after'],
])('at 9:00 of a conference that ends on the 16th, a pin until %s: %s', (until, code) => {
  const check = () =>
    checkPinnedUntil(
      until,
      { ends_at: '2030-05-16T22:00:00.000Z' },
      new Date('2030-05-14T09:00:00.000Z'),
    );
  if (code) expect(check).toThrow(refused('pin.until', code));
  else expect(check).not.toThrow();
});
