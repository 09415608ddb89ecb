import {
  bodyOf,
  messagesOf,
  type WebhookChange,
  type WebhookListener,
} from '../../../src/domain/webhooks/webhook-messages.ts';

let next = 1;
const aChange = (given: Partial<WebhookChange> = {}): WebhookChange => ({
  id: next++,
  kind: 'attendance.changed',
  conference_id: 1,
  scope: null,
  item: { user_id: 7 },
  changed_at: '2026-05-14T09:00:00.000Z',
  ...given,
});
const aListener = (given: Partial<WebhookListener> = {}): WebhookListener => ({
  id: 1,
  kinds: ['attendance.changed'],
  conference_id: null,
  granted: [['*']],
  ...given,
});
const itemsIn = (body: string): { sequence: number }[] => JSON.parse(body).data.items;
const heardBy = (change: Partial<WebhookChange>, listener: Partial<WebhookListener>) =>
  messagesOf([aChange(change)], [aListener(listener)]).length === 1;

it('a body has its kind, the time of its newest change, its conference and its items', () => {
  const changes = [
    aChange({ id: 811 }),
    aChange({ id: 812, item: { user_id: 8 }, changed_at: '2026-05-14T09:00:00.700Z' }),
  ];
  const [message] = messagesOf(changes, [aListener()]);
  expect(JSON.parse(message?.body ?? '')).toEqual({
    type: 'attendance.changed',
    timestamp: '2026-05-14T09:00:00.700Z',
    conference_id: 1,
    data: {
      items: [
        { sequence: 811, user_id: 7 },
        { sequence: 812, user_id: 8 },
      ],
    },
  });
  expect(message).toMatchObject({ kind: 'attendance.changed', conference_id: 1, scope: null });
});

it('a test has one empty item', () => {
  const body = bodyOf('webhook.test', { at: 'now', conference_id: null }, [{}]);
  expect(JSON.parse(body)).toEqual({
    type: 'webhook.test',
    timestamp: 'now',
    conference_id: null,
    data: { items: [{}] },
  });
});

it('a message has one kind and one conference', () => {
  const changes = [
    aChange(),
    aChange({ conference_id: 2 }),
    aChange({ kind: 'check_in.changed' }),
    aChange(),
    aChange({ conference_id: null }),
  ];
  const kinds = ['attendance.changed', 'check_in.changed'] as const;
  const messages = messagesOf(changes, [aListener({ kinds })]);
  expect(
    messages.map(({ kind, conference_id, body }) => [kind, conference_id, itemsIn(body).length]),
  ).toEqual([
    ['attendance.changed', 1, 2],
    ['attendance.changed', 2, 1],
    ['check_in.changed', 1, 1],
    ['attendance.changed', null, 1],
  ]);
});

it('has at most 100 items, the oldest first', () => {
  const changes = Array.from({ length: 250 }, () => aChange());
  const messages = messagesOf(changes, [aListener()]);
  expect(messages.map(({ body }) => itemsIn(body).length)).toEqual([100, 100, 50]);
  const sequences = messages.flatMap(({ body }) => itemsIn(body).map(({ sequence }) => sequence));
  expect(sequences).toEqual(changes.map(({ id }) => id));
});

it('has at most 20,000 bytes, with the longest names of tickets', () => {
  const ticket_type = '王'.repeat(100);
  const changes = Array.from({ length: 100 }, () => aChange({ item: { ticket_type } }));
  const messages = messagesOf(changes, [aListener()]);
  expect(messages.length).toBeGreaterThan(1);
  for (const { body } of messages) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
  expect(messages.flatMap(({ body }) => itemsIn(body))).toHaveLength(100);
});

it('has a delivery to each endpoint that listens, and is not made for none', () => {
  const listeners = [
    aListener({ id: 1 }),
    aListener({ id: 2, conference_id: 1 }),
    aListener({ id: 3, conference_id: 2 }),
    aListener({ id: 4, kinds: ['event.changed'] }),
  ];
  const [message, ...others] = messagesOf(
    [aChange(), aChange({ kind: 'quest.completed' })],
    listeners,
  );
  expect(message?.endpoint_ids).toEqual([1, 2]);
  expect(others).toEqual([]);
  expect(messagesOf([], listeners)).toEqual([]);
});

it.each([
  ['its own conference', { conference_id: 1 }, { conference_id: 1 }, true],
  ['another conference', { conference_id: 1 }, { conference_id: 2 }, false],
  ['what belongs to none', { conference_id: null }, { conference_id: 2 }, false],
  ['everything', { conference_id: null }, { conference_id: null }, true],
])('an endpoint listens to %s', (_, change, listener, is) => {
  expect(heardBy(change, listener)).toBe(is);
});

it.each([
  [[['quests:read']], true],
  [[['attendees:read']], false],
  [[['attendees:read'], ['quests:read']], true],
  [[['*']], true],
] as const)('a change that needs quests:read goes to an owner with %j: %s', (granted, is) => {
  const change = { kind: 'registration_request.changed', scope: 'quests:read' } as const;
  expect(heardBy(change, { kinds: ['registration_request.changed'], granted })).toBe(is);
});

describe('an erasure', () => {
  it.each([
    [null, null, true],
    [1, 1, true],
    [1, null, false],
    [null, 1, false],
    [1, 2, false],
  ])('of conference %p goes to an endpoint of %p: %s', (change, listener, is) => {
    expect(
      heardBy({ kind: 'user.erased', conference_id: change }, { conference_id: listener }),
    ).toBe(is);
  });

  it('goes to endpoints of kinds that name users', () => {
    const erasure = { kind: 'user.erased', conference_id: null } as const;
    expect(heardBy(erasure, { kinds: ['event.changed', 'feedback.changed'] })).toBe(false);
    expect(heardBy(erasure, { kinds: ['event.changed', 'quest.completed'] })).toBe(true);
  });
});
