import {
  type Answer,
  COOL_DOWN_MS,
  type ConnectionStatus,
  directionFor,
  outcomeOfAnswer,
  outcomeOfEnding,
  outcomeOfRequest,
  secondsUntilNextRequest,
} from '../../src/domain/networking/connections.ts';

const ADA = 1;
const GRACE = 2;
const NOW = new Date('2026-05-14T09:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();

/** Ada has asked Grace. */
const asked = (status: ConnectionStatus, answeredAgoMs = 0) => ({
  requester_id: ADA,
  status,
  responded_at: status === 'pending' ? null : ago(answeredAgoMs),
});

it('is sent by who asked, and received by the other', () => {
  expect(directionFor(asked('pending'), ADA)).toBe('sent');
  expect(directionFor(asked('pending'), GRACE)).toBe('received');
});

describe('to ask again', () => {
  it.each([
    ['changes nothing while it waits', asked('pending'), ADA, 'unchanged'],
    ['is a yes to who asked', asked('pending'), GRACE, 'accepted'],
    ['is no use once connected', asked('accepted'), ADA, 'already_connected'],
    ['is no use once connected, for either', asked('accepted'), GRACE, 'already_connected'],
    ['is too soon just after a no', asked('rejected'), ADA, 'too_soon'],
    ['is too soon to the last', asked('rejected', COOL_DOWN_MS - 1), ADA, 'too_soon'],
    ['is possible 30 days after a no', asked('rejected', COOL_DOWN_MS), ADA, 'reopened'],
    ['is possible at once for who said no', asked('rejected'), GRACE, 'reopened'],
  ] as const)('%s', (_, connection, asker, outcome) => {
    expect(outcomeOfRequest(connection, asker, NOW)).toBe(outcome);
  });
});

describe('to answer', () => {
  it.each<[ConnectionStatus, number, Answer, string]>([
    ['pending', GRACE, 'accepted', 'settled'],
    ['pending', GRACE, 'rejected', 'settled'],
    ['accepted', GRACE, 'accepted', 'unchanged'],
    ['rejected', GRACE, 'rejected', 'unchanged'],
    ['accepted', GRACE, 'rejected', 'already_answered'],
    ['rejected', GRACE, 'accepted', 'already_answered'],
    ['pending', ADA, 'accepted', 'not_asked'],
    ['accepted', ADA, 'accepted', 'not_asked'],
    ['rejected', ADA, 'accepted', 'not_asked'],
  ])('what is %s, by person %i with %s: %s', (status, caller, answer, outcome) => {
    expect(outcomeOfAnswer(asked(status), caller, answer)).toBe(outcome);
  });
});

describe('to end', () => {
  it.each<[ConnectionStatus, number, string]>([
    ['pending', ADA, 'withdrawn'],
    ['pending', GRACE, 'to_be_answered'],
    ['accepted', ADA, 'ended'],
    ['accepted', GRACE, 'ended'],
    ['rejected', ADA, 'rejected'],
    ['rejected', GRACE, 'rejected'],
  ])('what is %s, by person %i: %s', (status, caller, outcome) => {
    expect(outcomeOfEnding(asked(status), caller)).toBe(outcome);
  });
});

describe('the wait for the next request', () => {
  const DAY_MS = 86_400_000;

  it.each([
    ['nobody who has asked fewer', undefined, 0],
    ['a day after the fiftieth last', ago(0), 86_400],
    ['what is left of the day', ago(DAY_MS - 60_000), 60],
    ['no less than what is left', ago(DAY_MS - 1), 1],
    ['nothing once the day is over', ago(DAY_MS), 0],
    ['nothing long after', ago(3 * DAY_MS), 0],
  ])('is for %s', (_, earliest, seconds) => {
    expect(secondsUntilNextRequest(earliest, NOW)).toBe(seconds);
  });
});
