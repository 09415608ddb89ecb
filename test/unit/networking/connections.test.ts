import {
  type Answer,
  COOL_DOWN_MS,
  type ConnectionStatus,
  directionFor,
  outcomeOfAnswer,
  outcomeOfDeletion,
  outcomeOfRequest,
  QUIET_MS,
  secondsUntilNextRequest,
} from '../../../src/domain/networking/connections.ts';

const ADA = 1;
const GRACE = 2;
const NOW = new Date('2026-05-14T09:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();

/** The connection after Ada sent Grace a request. */
const requested = (status: ConnectionStatus, answeredAgoMs = 0) => ({
  requester_id: ADA,
  recipient_id: GRACE,
  lower_rejections: 0,
  higher_rejections: 0,
  status,
  responded_at: status === 'pending' ? null : ago(answeredAgoMs),
});

it('is sent for the requester and received for the recipient', () => {
  expect(directionFor(requested('pending'), ADA)).toBe('sent');
  expect(directionFor(requested('pending'), GRACE)).toBe('received');
});

describe('outcomeOfRequest', () => {
  const withdrawn = (agoMs: number) => ({
    ...requested('rejected', agoMs),
    status: 'withdrawn' as const,
  });

  it.each([
    ['is reopened_quietly just after a withdrawal', withdrawn(0), ADA, 'reopened_quietly'],
    [
      'is reopened_quietly until the last millisecond',
      withdrawn(QUIET_MS - 1),
      ADA,
      'reopened_quietly',
    ],
    ['is reopened 7 days after a withdrawal', withdrawn(QUIET_MS), ADA, 'reopened'],
    ['is reopened by the other after a withdrawal', withdrawn(0), GRACE, 'reopened'],
    ['is unchanged for a repeated pending request', requested('pending'), ADA, 'unchanged'],
    ['is accepted when the recipient sends a request too', requested('pending'), GRACE, 'accepted'],
    ['is already_connected for the requester', requested('accepted'), ADA, 'already_connected'],
    ['is already_connected for the recipient', requested('accepted'), GRACE, 'already_connected'],
    ['is cooling_down just after a rejection', requested('rejected'), ADA, 'cooling_down'],
    [
      'is cooling_down until the last millisecond',
      requested('rejected', COOL_DOWN_MS - 1),
      ADA,
      'cooling_down',
    ],
    ['is reopened 30 days after a rejection', requested('rejected', COOL_DOWN_MS), ADA, 'reopened'],
    ['is reopened at once by the user who rejected', requested('rejected'), GRACE, 'reopened'],
    [
      'is reopened 30 days after the first rejection',
      { ...requested('rejected', COOL_DOWN_MS), higher_rejections: 1 },
      ADA,
      'reopened',
    ],
    [
      'is rejected_for_good after two rejections by the same user',
      { ...requested('rejected', COOL_DOWN_MS), higher_rejections: 2 },
      ADA,
      'rejected_for_good',
    ],
    [
      'is rejected_for_good also when the other withdrew a request since',
      {
        ...requested('rejected', COOL_DOWN_MS),
        status: 'withdrawn' as const,
        requester_id: GRACE,
        recipient_id: ADA,
        higher_rejections: 2,
      },
      ADA,
      'rejected_for_good',
    ],
    [
      'is accepted after two rejections when the other sends a request',
      { ...requested('pending'), requester_id: GRACE, recipient_id: ADA, higher_rejections: 2 },
      ADA,
      'accepted',
    ],
    [
      'is reopened by the user who rejected twice',
      { ...requested('rejected'), higher_rejections: 2 },
      GRACE,
      'reopened',
    ],
  ] as const)('%s', (_, connection, requester, outcome) => {
    expect(outcomeOfRequest(connection, requester, NOW)).toBe(outcome);
  });
});

describe('outcomeOfAnswer', () => {
  it.each<[ConnectionStatus, number, Answer, string]>([
    ['pending', GRACE, 'accepted', 'answered'],
    ['pending', GRACE, 'rejected', 'answered'],
    ['accepted', GRACE, 'accepted', 'unchanged'],
    ['rejected', GRACE, 'rejected', 'unchanged'],
    ['accepted', GRACE, 'rejected', 'already_answered'],
    ['rejected', GRACE, 'accepted', 'already_answered'],
    ['pending', ADA, 'accepted', 'not_recipient'],
    ['accepted', ADA, 'accepted', 'not_recipient'],
    ['rejected', ADA, 'accepted', 'not_recipient'],
  ])('of a request that is %s, from user %i with %s, is %s', (status, caller, answer, outcome) => {
    expect(outcomeOfAnswer(requested(status), caller, answer)).toBe(outcome);
  });
});

describe('outcomeOfDeletion', () => {
  it.each<[ConnectionStatus, number, string]>([
    ['pending', ADA, 'request_cancelled'],
    ['pending', GRACE, 'not_requester'],
    ['accepted', ADA, 'connection_deleted'],
    ['accepted', GRACE, 'connection_deleted'],
    ['rejected', ADA, 'rejected'],
    ['rejected', GRACE, 'rejected'],
  ])('of a connection that is %s, by user %i, is %s', (status, caller, outcome) => {
    expect(outcomeOfDeletion(requested(status), caller)).toBe(outcome);
  });
});

describe('secondsUntilNextRequest', () => {
  const DAY_MS = 86_400_000;

  it.each([
    ['is 0 for a user who sent fewer than 50 requests', null, 0],
    ['is a day when the oldest of 50 was just sent', ago(0), 86_400],
    ['is the rest of the day', ago(DAY_MS - 60_000), 60],
    ['rounds up', ago(DAY_MS - 1), 1],
    ['is 0 when the day is over', ago(DAY_MS), 0],
    ['is 0 long after', ago(3 * DAY_MS), 0],
  ])('%s', (_, earliest, seconds) => {
    expect(secondsUntilNextRequest(earliest, NOW)).toBe(seconds);
  });
});
