import {
  chosenType,
  type OfferedType,
  Quotas,
  spotsOfTypes,
  stateOfTypes,
  ticketTypeState,
  ticketTypeViews,
} from '../../../src/domain/registration/ticket-types.ts';
import type { AttendWish } from '../../../src/domain/registration/wishes.ts';

const NOW = new Date('2026-05-14T09:00:00Z');
const BEFORE = '2026-05-14T08:00:00.000Z';
const AFTER = '2026-05-14T10:00:00.000Z';

const aType = (given: Partial<OfferedType> = {}): OfferedType => ({
  id: 1,
  name: 'Standard',
  description: null,
  translations: {},
  capacity: 2,
  seat_count: 0,
  registration: 'open',
  opens_at: null,
  closes_at: null,
  is_hidden: false,
  ...given,
});
const OPEN = { state: 'open', waitlist: 'auto' } as const;
const FULL = { capacity: 2, seat_count: 2 };

describe('ticketTypeState', () => {
  it.each([
    ['open', {}, {}],
    ['open', { capacity: null, seat_count: 9 }, {}],
    ['waitlist', FULL, {}],
    ['waitlist', { capacity: 2, seat_count: 3 }, {}],
    ['full', FULL, { waitlist: 'off' }],
    ['waitlist', {}, { state: 'waitlist' }],
    ['full', {}, { state: 'full', waitlist: 'off' }],
    ['approval', { registration: 'approval' }, {}],
    ['approval', { registration: 'approval', ...FULL }, { waitlist: 'off' }],
    ['approval', FULL, { state: 'approval' }],
    ['invited_only', { registration: 'invited' }, { state: 'approval' }],
    ['invited_only', {}, { state: 'invited_only' }],
    ['closed', { registration: 'closed' }, {}],
    ['closed', { opens_at: AFTER }, {}],
    ['open', { opens_at: BEFORE, closes_at: AFTER }, {}],
    ['open', { opens_at: NOW.toISOString() }, {}],
    ['closed', { closes_at: BEFORE }, {}],
    ['closed', { closes_at: NOW.toISOString() }, {}],
    ['ended', { opens_at: AFTER }, { state: 'ended' }],
    ['cancelled', {}, { state: 'cancelled' }],
  ] as const)('is %s for %j at a conference %j', (state, type, ceiling) => {
    expect(ticketTypeState(aType(type), { ...OPEN, ...ceiling }, NOW)).toBe(state);
  });
});

describe('stateOfTypes', () => {
  it.each([
    ['open', [{ registration: 'closed' }, {}, FULL]],
    ['approval', [FULL, { registration: 'approval' }]],
    ['waitlist', [FULL, { registration: 'invited' }]],
    ['invited_only', [{ registration: 'invited' }, { registration: 'closed' }]],
    ['closed', [{ registration: 'closed' }]],
    // Who has its code gets in; the others see none.
    ['invited_only', [{ is_hidden: true }]],
  ] as const)('is %s for %j', (state, types) => {
    expect(stateOfTypes(types.map(aType), OPEN, NOW)).toBe(state);
  });

  it('is that of the conference where that is stricter than any type', () => {
    const state = (ceiling: 'cancelled' | 'ended' | 'closed') =>
      stateOfTypes([aType({ is_hidden: true })], { state: ceiling, waitlist: 'auto' }, NOW);
    expect([state('cancelled'), state('ended'), state('closed')]).toEqual([
      'cancelled',
      'ended',
      'closed',
    ]);
    expect(stateOfTypes([aType()], { state: 'ended', waitlist: 'auto' }, NOW)).toBe('ended');
  });
});

describe('spotsOfTypes', () => {
  it.each([
    [4, [{ capacity: 3 }, { capacity: 2, seat_count: 1 }], null],
    [3, [{ capacity: 3 }, { capacity: 2, seat_count: 1 }], 3],
    [null, [{ capacity: 3 }, { capacity: null }], null],
    [7, [{ capacity: null }], 7],
    [0, [{ capacity: 5, is_hidden: true }], 9],
    [1, [{ capacity: 1 }, { capacity: 2, seat_count: 4 }], 9],
  ] as const)('is %s for %j and %s of the conference', (spots, types, ofConference) => {
    expect(spotsOfTypes(types.map(aType), ofConference)).toBe(spots);
  });
});

describe('ticketTypeViews', () => {
  it('has the types that everyone sees, with their own free seats within the conference', () => {
    const types = [
      aType({ id: 1, capacity: 5, closes_at: AFTER }),
      aType({ id: 2, is_hidden: true }),
      aType({ id: 3, capacity: null, description: 'All days', registration: 'closed' }),
    ];
    expect(ticketTypeViews(types, { ...OPEN, spots_left: 4 }, NOW)).toEqual([
      {
        id: 1,
        name: 'Standard',
        description: null,
        translations: {},
        closes_at: AFTER,
        registration_state: 'open',
        spots_left: 4,
      },
      {
        id: 3,
        name: 'Standard',
        description: 'All days',
        translations: {},
        closes_at: null,
        registration_state: 'closed',
        spots_left: 4,
      },
    ]);
  });
});

describe('chosenType', () => {
  const choose = (types: readonly OfferedType[], wish: AttendWish, opened: number[] = []) => {
    const openedIds = new Set(opened);
    const stateOf = (type: OfferedType) => ticketTypeState(type, OPEN, NOW);
    try {
      return chosenType(types, wish, { openedIds, stateOf }).id;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const [one, two] = [aType({ id: 1 }), aType({ id: 2 })];
  const hidden = aType({ id: 3, is_hidden: true });
  const closed = aType({ id: 4, registration: 'closed' });
  const code = { access_code: 'the access code' };

  it.each([
    ['the only one', 1, [one], {}],
    ['the only one that takes people', 1, [one, closed, hidden], {}],
    ['the only one, which takes nobody', 4, [closed, hidden], {}],
    ['none of several', 'TICKET_TYPE_REQUIRED', [one, two], {}],
    [
      'none of several, each full',
      'TICKET_TYPE_REQUIRED',
      [aType(FULL), aType({ ...FULL, id: 2 })],
      {},
    ],
    [
      'none that takes people',
      'REGISTRATION_CLOSED',
      [closed, aType({ id: 5, registration: 'invited' })],
      {},
    ],
    ['only hidden ones', 'REGISTRATION_CLOSED', [hidden], {}],
    ['one by its id', 2, [one, two], { ticket_type_id: 2 }],
    ['a closed one by its id', 4, [one, closed], { ticket_type_id: 4 }],
    ['one of another conference', 'NOT_FOUND', [one], { ticket_type_id: 9 }],
    ['a hidden one without its code', 'NOT_FOUND', [one, hidden], { ticket_type_id: 3 }],
    ['a wrong code', 'NOT_FOUND', [one, hidden], code],
    [
      'a wrong code beside a public type',
      'NOT_FOUND',
      [one, hidden],
      { ...code, ticket_type_id: 1 },
    ],
    ['a code where there are no types', 'NOT_FOUND', [], code],
  ] as const)('%s: %s', (_what, result, types, wish) => {
    expect(choose(types, wish)).toBe(result);
  });

  it('takes the hidden type of a right code', () => {
    expect(choose([one, two, hidden], code, [3])).toBe(3);
    expect(choose([one, hidden], { ...code, ticket_type_id: 3 }, [3])).toBe(3);
    expect(choose([one, hidden], { ...code, ticket_type_id: 1 }, [3])).toBe(1);
    const other = aType({ id: 6, is_hidden: true });
    expect(choose([hidden, other], code, [3, 6])).toBe('TICKET_TYPE_REQUIRED');
  });
});

describe('Quotas', () => {
  const quotas = () =>
    new Quotas([
      aType({ name: 'Standard  day', capacity: 2, seat_count: 1 }),
      aType({ name: 'Open', capacity: null, seat_count: 9 }),
      aType({ name: 'Over', capacity: 2, seat_count: 3 }),
    ]);

  it('counts what is given, by folded names', () => {
    const free = quotas();
    expect(free.isFull('standard day')).toBe(false);
    free.take(' STANDARD Day ');
    expect(free.isFull('Standard day')).toBe(true);
    free.take('Standard day');
    expect(free.isFull('Standard day')).toBe(true);
    expect(free.isFull('Over')).toBe(true);
  });

  it('knows no limit of a type without one, of an unknown one and of none', () => {
    const free = quotas();
    for (const name of ['Open', 'Unknown', null, undefined]) {
      free.take(name);
      expect([free.isFull(name), free.has(name)]).toEqual([false, false]);
    }
    expect(free.has('OVER')).toBe(true);
  });
});
