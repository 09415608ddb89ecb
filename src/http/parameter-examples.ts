import type { AnyEndpoint } from './endpoint.ts';

const CONFERENCE_SLUG = 'harbor-summit';
/** Ids of jobs are random, so this is none of the demo conference. */
const JOB_ID = '5f0c2b8e-3d1a-4c57-9a51-7b2f6a0d9e44';

/** Messages are made when something changes: it is none of the demo conference. */
export const EXAMPLE_MESSAGE_ID = 'msg_0EJJ0LyQfeIBXrB6JBaGXZAIvIk';

/** Examples of path parameters that are the same for all endpoints. */
const OF_PARAMETERS: Readonly<Record<string, number | string>> = {
  // Imports have random ids, so this is none of the demo conference.
  import_id: '3f0e8c1a-52d7-4b7e-9a55-0c6f2f1f7a10',
  message_id: EXAMPLE_MESSAGE_ID,
  // Of a guest: the first registrations are those of users.
  invitation_id: 7,
};

/** Examples of path parameters that are not 1, by endpoint name. */
const EXAMPLES: Readonly<Record<string, number | string>> = {
  // The docs page signs in as user 1.
  getUserProfile: 2,
  getConnectionStatus: 2,
  blockUser: 6,
  unblockUser: 6,
  // The photo of another user; 1 is the one of user 1.
  deleteAdminMedia: 2,
  // Keys are random, so this is not a key of the demo conference.
  getMediaFile: 'q3sEXBz0b5Sx4w5zJ0yTtA.jpg',
  // Accepted; 1 is a pending request to user 1.
  deleteConnection: 3,
  // Pending side events.
  approveEvent: 8,
  rejectEvent: 9,
  dismissRecommendedUser: 5,
  undoRecommendedUserDismissal: 5,
  // Tasks 4 to 6 are a code, a quiz and a poll.
  rotateTaskCode: 4,
  updateQuestTask: 5,
  getPollResults: 6,
  // Quest 2 requires approval; user 1 has requested it.
  requestQuestRegistration: 2,
  rejectQuestRegistrationRequest: 2,
  // Quest 1 is the quest for experiments.
  deleteQuest: 2,
  deleteReminderTemplate: 2,
  // Texts: two await review, the last is approved.
  approveQuestTask: 3,
  rejectQuestTask: 6,
  reopenQuestTask: 9,
  // The first one is deleted.
  mergeSpeakers: 2,
  getEventBySlug: 'calm-interfaces',
  getSpeakerSocials: 'henrike-vos',
  getConferenceBySlug: CONFERENCE_SLUG,
  getAgendaBySlug: CONFERENCE_SLUG,
  getAgendaCalendarBySlug: CONFERENCE_SLUG,
  listConferenceEvents: CONFERENCE_SLUG,
  listMyConferenceEvents: CONFERENCE_SLUG,
  getStart: 'q_1',
  cancelQueuedJob: JOB_ID,
  retryQueuedJob: JOB_ID,
};

/**
 * The example of the path parameter of an endpoint. Every id and slug exists in the demo conference
 * (`development/demo-conference.ts`), so that "Try it out" on the docs page succeeds at once.
 */
export const parameterExample = ({ name }: AnyEndpoint, parameter: string): number | string =>
  OF_PARAMETERS[parameter] ?? EXAMPLES[name] ?? 1;

/** The path of an endpoint with its examples. */
export const examplePath = (endpoint: AnyEndpoint): string =>
  endpoint.path.replace(/:(\w+)/g, (_, parameter) => String(parameterExample(endpoint, parameter)));
