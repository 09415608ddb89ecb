import { openApiOf } from '../../src/http/openapi.ts';
import { declaredEndpoints } from '../support/endpoints.ts';

/** Fields by which a person is recognized; `user` has them nested. */
const OF_PEOPLE = new Set([
  'first_name',
  'messenger_id',
  'username',
  'user_id',
  'requester_id',
  'recipient_id',
]);

const TESTED = 'test/integration/networking/blocks.test.ts';
const OWN = 'the caller alone';
const NO_ROW = 'a connection between the two, which a block deletes and keeps from coming';
const GUESTS = 'names that the caller wrote';
const HOSTED = 'test/integration/registration/hosted-events.test.ts';
const SPEAKERS = 'speakers stay visible';

/** How each answer that can contain a person keeps those out who are hidden by a block. */
const HIDING: Readonly<Record<string, string>> = {
  listUsers: TESTED,
  listUsersPaginated: TESTED,
  getUserProfile: TESTED,
  listConferenceAttendees: TESTED,
  listEventAttendees: TESTED,
  listRecommendedUsers: TESTED,
  getLeaderboard: TESTED,
  listBlocks: `those whom the caller blocks, for the caller alone: ${TESTED}`,
  requestConnection: TESTED,
  meetUser: 'test/integration/networking/meets.test.ts',
  answerConnectionRequest: NO_ROW,
  setConnectionNote: NO_ROW,
  listConnections: NO_ROW,
  listConnectedUsers: NO_ROW,
  listReceivedConnectionRequests: NO_ROW,
  listSentConnectionRequests: NO_ROW,
  listNotifications: `notices between the two are deleted: ${TESTED}`,
  markNotificationClicked: 'as listNotifications',
  streamNotifications: 'as listNotifications',
  dismissNotification: 'as listNotifications',
  exportMyData: `the own blocks: ${TESTED}`,
  addMyGuests: GUESTS,
  listMyGuests: GUESTS,
  updateMyGuest: GUESTS,
  checkInHostedAttendee: 'the ticket that the attendee shows to the host',
  listHostedAttendees: HOSTED,
  listHostedRequests: HOSTED,
  signIn: OWN,
  refreshToken: OWN,
  upsertMessengerUser: OWN,
  getMyProfile: OWN,
  updateMyProfile: OWN,
  updateOnboarding: OWN,
  updateSocials: OWN,
  listSpeakers: SPEAKERS,
  listConferenceSpeakers: SPEAKERS,
  listFeaturedSpeakers: SPEAKERS,
  getSpeaker: SPEAKERS,
  getSpeakerProfile: SPEAKERS,
};

const ENDPOINTS = declaredEndpoints().filter(({ auth }) => auth !== 'admin');
const document: unknown = openApiOf(ENDPOINTS, '');

const at = (path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<string, unknown>>)?.[key],
    document,
  );

/** Whether a schema of the reference has a field of people, in whatever depth. */
function holdsPeople(schema: unknown, seen = new Set<string>()): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('$ref' in schema && typeof schema.$ref === 'string') {
    if (seen.has(schema.$ref)) return false;
    seen.add(schema.$ref);
    return holdsPeople(at(schema.$ref.split('/').slice(1)), seen);
  }
  const fields = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  if (fields.some((field) => OF_PEOPLE.has(field))) return true;
  return Object.entries(schema).some(
    ([key, value]) => !key.startsWith('example') && holdsPeople(value, seen),
  );
}

const holding = ENDPOINTS.filter(({ path, method }) => {
  const operation = at(['paths', path.replace(/:(\w+)/g, '{$1}'), method]);
  const { responses } = operation as { responses: Readonly<Record<string, unknown>> };
  return Object.entries(responses).some(
    ([status, response]) => status.startsWith('2') && holdsPeople(response),
  );
});

describe('the answers to users that hold people', () => {
  it('are all in the table, with what keeps hidden users out of them', () => {
    const names = holding.map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(HIDING).toSorted());
  });

  it('are cached for no one: a cached answer is the same for every caller', () => {
    const cached = holding.filter(({ cachedUntil }) => cachedUntil).map(({ name }) => name);
    expect(cached.filter((name) => HIDING[name] !== SPEAKERS)).toEqual([]);
  });

  it('come from endpoints that know their caller', () => {
    const deaf = holding.filter(({ auth, knowsSender }) => auth === 'public' && !knowsSender);
    const names = deaf.map(({ name }) => name).filter((name) => HIDING[name] !== SPEAKERS);
    expect(names.filter((name) => HIDING[name] !== OWN)).toEqual([]);
  });
});
