import {
  type FeedbackRow,
  feedbackView,
  repeatKeyOf,
  type Submission,
} from '../../../src/domain/feedback/feedback.ts';

const SENT: Submission = {
  message: 'More chairs',
  rating: 4,
  category: null,
  contact: null,
  context: { page: '/events', app: '1' },
  conference_id: null,
  event_id: 7,
  agenda_item_id: null,
};
const USER = { user_id: 7, address: '192.0.2.1' };
const NOBODY = { user_id: null, address: '192.0.2.1' };

describe('the key of a repetition', () => {
  it.each([
    ['of a user at another address', USER, { ...USER, address: '192.0.2.2' }, {}],
    ['of a user with another rating', USER, USER, { rating: 1 }],
    [
      'with the context in another order',
      NOBODY,
      NOBODY,
      { context: { app: '1', page: '/events' } },
    ],
  ])('is the same %s', (_what, one, other, change) => {
    expect(repeatKeyOf(other, { ...SENT, ...change })).toBe(repeatKeyOf(one, SENT));
  });

  it.each([
    ['for another message', USER, USER, { message: 'Fewer chairs' }],
    ['about another event', USER, USER, { event_id: 8 }],
    ['about an agenda item of the same id', USER, USER, { event_id: null, agenda_item_id: 7 }],
    ['for another user', USER, { ...USER, user_id: 8 }, {}],
    ['for a user and nobody at one address', USER, NOBODY, {}],
    ['for nobody at another address', NOBODY, { ...NOBODY, address: '192.0.2.2' }, {}],
    ['for nobody with another rating', NOBODY, NOBODY, { rating: 1 }],
  ])('differs %s', (_what, one, other, change) => {
    expect(repeatKeyOf(other, { ...SENT, ...change })).not.toBe(repeatKeyOf(one, SENT));
  });
});

it.each([
  [
    { user_id: 7, first_name: 'Ada' },
    { id: 7, first_name: 'Ada', last_name: null, username: 'ada' },
  ],
  [
    { user_id: 7, first_name: null },
    { id: 7, first_name: '', last_name: null, username: 'ada' },
  ],
  [{ user_id: null, first_name: null }, null],
])('feedback of %j has the sender %j', (sender, user) => {
  const row = { id: 3, about: 'Looms', last_name: null, username: 'ada', ...sender };
  expect(feedbackView(row as FeedbackRow)).toEqual({ id: 3, about: 'Looms', user });
});
