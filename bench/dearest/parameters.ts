import { OF_JOB, OF_PROGRAMME, OF_QUEST, OF_WEBHOOK, WORDS } from './data.ts';

/** What one GET is asked for. The most expensive that the API allows stands here, and nothing else. */
export interface Dearest {
  /** Path parameters. */
  readonly at?: Readonly<Record<string, number | string>>;
  /**
   * Queries, beside one without filters and one for every `sort`. Pages and the largest `limit` are
   * added to all of them.
   */
  readonly queries?: readonly string[];
  /** What a `sort` needs beside it, by its key. */
  readonly besideSorts?: Readonly<Record<string, string>>;
  /** The status of the answer, where 200 needs an outside system. */
  readonly answers?: number;
  /** Its headers end the measurement: the answer itself never ends. */
  readonly isEndless?: true;
}

const FIRST = { at: { id: 1 } };
const OF_CONFERENCE = { at: { conference_id: 1 } };
const BY_SLUG = { at: { slug: 'bench' } };
const BY_QUEST = { at: { questId: 1 } };

/** A frequent typing error: the second and third letter swapped. */
const misspelt = (word: string): string =>
  `${word.slice(0, 1)}${word.slice(2, 3)}${word.slice(1, 2)}${word.slice(3)}`;

/** Every shape of `q`, from five words that most rows of a list have. */
function searches(words: readonly string[]): string[] {
  const [first = '', second = ''] = words;
  return [
    first.slice(0, 2),
    'zq',
    '王小',
    first,
    misspelt(first),
    `${misspelt(first)} ${misspelt(second)}`,
    words.join(' '),
    words.map(misspelt).join(' '),
  ].map((text) => `q=${encodeURIComponent(text)}`);
}

const both = (first: readonly string[], second: string): string[] =>
  first.map((query) => `${query}&${second}`);

const INTEREST = 'interest=engines';
const PEOPLE = searches(WORDS.people);
const PEOPLE_QUERIES = [
  ...PEOPLE,
  INTEREST,
  'conference_id=1',
  `conference_id=1&${INTEREST}`,
  ...both(PEOPLE, 'conference_id=1'),
  ...both(PEOPLE, INTEREST),
  ...both(PEOPLE, `conference_id=1&${INTEREST}`),
];
const ATTENDEE_STATUSES = ['status=registered', 'status=checked_in', 'status=waitlisted'];
const WHOLE_TIME = 'from=2025-01-01T00:00:00Z&to=2099-12-31T00:00:00Z';
const EVENT_QUERIES = [
  ...searches(WORDS.events),
  ...both(searches(WORDS.events), 'conference_id=1&tag=keynote'),
  'conference_id=1',
  'kind=main',
  'kind=side',
  'tag=keynote',
  WHOLE_TIME,
  'upcoming=true',
];
const CHANGES = 'updated_since=2025-01-01T00:00:00Z';
const AGENDA_QUERIES = [...searches(WORDS.agenda), 'kind=talk', 'track=Track 1', CHANGES];
const QUEST_QUERIES = [...searches(WORDS.quests), 'conference_id=1', 'event_id=1', 'state=all'];
const BOARD_QUERIES = [
  'conference_id=1',
  'quest_id=1',
  `period=day&date=${OF_QUEST.day}`,
  `period=week&date=${OF_QUEST.day}`,
];

/** By the name of the endpoint. Ids are those of the largest: `data.ts` puts it first. */
export const DEAREST: Readonly<Record<string, Dearest>> = {
  // People
  listUsers: { queries: PEOPLE_QUERIES },
  // The same list as `listUsers`.
  listUsersPaginated: { queries: ['conference_id=1', `conference_id=1&${INTEREST}`] },
  listRecommendedUsers: { queries: ['conference_id=1'] },
  getUserProfile: { at: { id: 2 } },
  getMyProfile: {},
  getMyState: { queries: ['conference_id=1'] },
  getCalendarLink: {},
  exportMyData: {},
  listAdminUsers: {
    queries: [
      ...PEOPLE,
      'conference_id=1',
      ...both(PEOPLE, 'conference_id=1'),
      ...both(['sort=first_name', 'sort=-first_name', 'sort=-last_seen_at'], 'conference_id=1'),
      'onboarding_status=completed',
      'is_blocked=false',
      'is_blocked=true',
      'created_from=2026-01-01T00:00:00Z',
      'language_code=en',
      'messenger_reachable=true',
      'format=csv',
      'format=xlsx',
    ],
  },
  getAdminUser: FIRST,
  getEnrichment: { at: { user_id: 1 } },
  getEnrichmentJob: FIRST,
  listEnrichmentJobs: { queries: ['status=running', 'status=completed', 'user_id=1'] },

  // Programme
  listConferences: {
    queries: [...searches(WORDS.conferences), 'upcoming=true', 'past=true', CHANGES],
  },
  getConference: FIRST,
  getConferenceBySlug: BY_SLUG,
  listAnnouncements: FIRST,
  listConferenceEvents: { ...BY_SLUG, queries: ['kind=main', `day=${OF_PROGRAMME.day}`] },
  listMyConferenceEvents: { ...BY_SLUG, queries: ['kind=main', `day=${OF_PROGRAMME.day}`] },
  listEvents: { queries: [...EVENT_QUERIES, CHANGES] },
  getEvent: FIRST,
  getEventBySlug: { at: { slug: 'event-1' } },
  getStart: { at: { parameter: 'e_1' } },
  getEventCalendar: FIRST,
  listMyEvents: { queries: ['when=upcoming', 'when=past'] },
  getMyCalendar: {},
  getAgenda: { ...OF_CONFERENCE, queries: AGENDA_QUERIES },
  getAgendaBySlug: { ...BY_SLUG, queries: AGENDA_QUERIES },
  getAgendaCalendar: OF_CONFERENCE,
  getAgendaCalendarBySlug: BY_SLUG,
  getPublicAgendaItem: FIRST,
  listQuestions: FIRST,
  listMyAgenda: { queries: ['conference_id=1', 'when=upcoming', 'when=past'] },
  listSpeakers: { queries: [...searches(WORDS.speakers), 'conference_id=1', CHANGES] },
  listFeaturedSpeakers: { queries: [CHANGES] },
  listConferencePages: { ...OF_CONFERENCE, queries: [CHANGES] },
  listAdminConferencePages: OF_CONFERENCE,
  getConferenceForm: OF_CONFERENCE,
  getEventForm: FIRST,
  listTicketTypes: OF_CONFERENCE,
  listSources: OF_CONFERENCE,
  getSource: { at: { conference_id: 1, id: 1 } },
  listSourceRuns: { at: { conference_id: 1, source_id: 1 } },
  getSourceRun: { at: { conference_id: 1, source_id: 1, id: 1 }, answers: 404 },
  listConferenceSpeakers: { ...FIRST, queries: [CHANGES] },
  getSpeaker: FIRST,
  getSpeakerProfile: FIRST,
  getSpeakerSocials: { at: { slug: 'speaker-1' } },
  listAdminConferences: {
    queries: [...searches(WORDS.conferences), 'status=published', 'upcoming=true', 'past=true'],
  },
  getAdminConference: FIRST,
  getConferenceReadiness: FIRST,
  getWelcome: { ...FIRST, answers: 404 },
  getConferenceStats: {
    ...FIRST,
    queries: ['bucket=hour', 'bucket=hour&from=2026-05-10T00:00:00Z&to=2026-05-26T00:00:00Z'],
  },
  listAdminEvents: {
    besideSorts: { attendee_count: 'conference_id=1' },
    queries: [
      ...EVENT_QUERIES,
      'status=approved',
      'status=pending',
      'source=admin',
      'has_seats=true',
      'has_seats=false',
      'submitted_by=1',
    ],
  },
  listPendingEvents: { queries: ['conference_id=1'] },
  getAdminEvent: FIRST,
  listAgendaItems: {
    ...OF_CONFERENCE,
    queries: ['kind=talk', 'status=scheduled', 'track=Track 1'],
  },
  getAgendaItem: FIRST,
  listAdminQuestions: { ...FIRST, queries: ['status=visible'] },
  listRooms: OF_CONFERENCE,
  listTracks: OF_CONFERENCE,
  listAdminSpeakers: {
    queries: [
      ...searches(WORDS.speakers),
      'missing=photo,bio',
      'missing=photo,bio,talk&conference_id=1',
      'conference_id=1',
      'is_featured=true',
      'status=published',
    ],
  },
  getAdminSpeaker: FIRST,

  // Attendance
  listConferenceAttendees: {
    ...OF_CONFERENCE,
    queries: [...PEOPLE, INTEREST, ...both(PEOPLE, INTEREST)],
  },
  listEventAttendees: FIRST,
  getMyConferenceAttendance: OF_CONFERENCE,
  listMyGuests: OF_CONFERENCE,
  // The person who asks hosts no event.
  listHostedAttendees: { ...FIRST, answers: 404 },
  listHostedRequests: { ...FIRST, answers: 404 },
  listRegistrationRequests: {
    queries: ['kind=quest', 'kind=event', 'conference_id=1', 'event_id=1', ...PEOPLE],
  },
  getMyConferenceTicket: OF_CONFERENCE,
  getMyEventAttendance: FIRST,
  getMyEventTicket: FIRST,
  listAdminConferenceAttendees: {
    ...OF_CONFERENCE,
    queries: [
      ...PEOPLE,
      ...ATTENDEE_STATUSES,
      'status=all',
      'status=invited',
      'status=withdrawn',
      ...both(PEOPLE, 'status=all'),
      'sort=-checked_in_at&status=waitlisted',
      'sort=-checked_in_at&q=first',
      'format=csv',
      'format=xlsx',
    ],
  },
  listAdminEventAttendees: {
    ...FIRST,
    queries: [
      ...PEOPLE,
      ...ATTENDEE_STATUSES,
      'sort=-checked_in_at&status=waitlisted',
      'sort=-checked_in_at&q=first',
      'format=csv',
      'format=xlsx',
    ],
  },
  listCheckpoints: OF_CONFERENCE,
  getConferenceCheckInStats: OF_CONFERENCE,
  getEventCheckInStats: FIRST,
  getCheckInRoster: OF_CONFERENCE,
  getEventCheckInRoster: FIRST,
  listBadges: OF_CONFERENCE,
  searchDoorPeople: { ...OF_CONFERENCE, queries: searches(WORDS.people) },
  listConferenceCheckIns: OF_CONFERENCE,
  listEventCheckIns: FIRST,

  // Networking
  listConnections: { queries: ['status=accepted', 'status=pending', 'status=rejected'] },
  listConnectedUsers: {},
  listReceivedConnectionRequests: {},
  listSentConnectionRequests: {},
  listBlocks: {},
  getConnectionStatus: { at: { userId: 2 } },

  // Messaging
  listNotifications: { queries: ['status=unread', 'status=all'] },
  getNotificationPreferences: {},
  getSending: {},
  listQueuedJobs: { queries: ['state=active', 'state=late'] },
  streamChanges: { isEndless: true },
  streamNotifications: { isEndless: true },
  listBroadcasts: { queries: ['status=completed', 'status=scheduled', 'conference_id=1'] },
  getBroadcast: FIRST,
  getBroadcastStats: FIRST,
  listBroadcastDeliveries: { at: { id: OF_JOB.id }, queries: ['status=sent', 'status=failed'] },
  listAudienceFilters: {},
  listTemplateVariables: {},

  // Media
  getMediaUrl: { at: { id: 2 } },
  getAdminMedia: { at: { id: 2 } },
  getAdminMediaUrl: { at: { id: 2 } },
  // Its file is in no folder of this run.
  getMediaFile: { at: { key: 'q3sEXBz0b5Sx4w5zJ0yTtA.jpg' }, answers: 404 },
  listAdminMedia: {
    queries: ['user_id=1', 'kind=image', 'purpose=public', 'purpose=proof', 'unused=true', 'q=ada'],
  },

  // Keys
  listApiKeys: { queries: ['administrator_id=1', 'status=valid', 'status=revoked'] },
  listAdministrators: { queries: ['is_disabled=true'] },
  getOwnAccess: {},

  // Webhooks
  listWebhookKinds: {},
  listWebhooks: {},
  getWebhook: FIRST,
  listWebhookDeliveries: {
    ...FIRST,
    queries: ['status=failed', 'status=queued', 'kind=check_in.changed', WHOLE_TIME],
  },
  getWebhookDelivery: { at: { id: 1, message_id: OF_WEBHOOK.message_id } },

  // Feedback
  listAdminFeedback: {
    queries: [
      ...searches(WORDS.feedback),
      'status=new',
      'rating=5',
      'category=category 1',
      'user_id=1',
      'conference_id=1',
      'event_id=1',
      'agenda_item_id=1',
      WHOLE_TIME,
      'format=csv',
      'format=xlsx',
    ],
  },

  getRating: { ...FIRST, answers: 404 },
  listSpeakerRatings: {},
  listRatings: { ...OF_CONFERENCE, queries: ['format=csv'] },
  listUserReports: { queries: ['status=open', 'status=resolved', 'user_id=2'] },
  getFeedbackStatistics: {
    queries: ['conference_id=1', 'event_id=1', 'agenda_item_id=1', 'kind=rating', WHOLE_TIME],
  },

  // Quests
  listQuests: { queries: [...QUEST_QUERIES, CHANGES] },
  listFeaturedQuests: { queries: [CHANGES] },
  getQuest: FIRST,
  getPollResults: { at: { task_id: OF_QUEST.poll } },
  listMyQuests: { queries: ['status=in_progress', 'status=completed', 'status=requested'] },
  getMyQuestProgress: {},
  getLeaderboard: { queries: BOARD_QUERIES },
  listMyPoints: {},
  listAdminQuests: { queries: QUEST_QUERIES },
  listAdminFeaturedQuests: {},
  getAdminQuest: FIRST,
  getQuestFunnel: FIRST,
  listQuestCodes: { ...FIRST, queries: ['format=html'] },
  exportQuest: { ...FIRST, queries: ['format=csv', 'format=xlsx', 'format=json'] },
  listQuestParticipants: {
    ...FIRST,
    queries: [...PEOPLE, 'status=in_progress', 'status=completed', 'status=admitted'],
  },
  listQuestSubmissions: {
    queries: ['quest_id=1', 'conference_id=1', 'status=approved', 'status=approved&quest_id=1'],
  },
  listPendingQuestTasks: {
    at: { quest_id: 1 },
    queries: [`task_id=${OF_QUEST.reviewed}`, 'source=self'],
  },
  listQuestRegistrationRequests: { queries: ['quest_id=1', 'status=pending', 'status=rejected'] },
  getAdminLeaderboard: { queries: BOARD_QUERIES },
  listReminderTemplates: BY_QUEST,
  getReminderTemplate: { at: { questId: 1, templateId: 1 } },

  // Partner and operations
  // The run has no partner.
  getMint: { answers: 503 },
  listAdminPartnerAccounts: { queries: [...PEOPLE, 'status=otp_sent', 'status=none'] },
  listAdminMints: {
    queries: ['status=minted', 'status=pending', 'failure_reason=sold_out'],
  },
  // The run has no session.
  getAdminSession: { answers: 404 },
  listAuditLog: {
    queries: [
      'subject_type=event',
      'subject_id=1',
      'action=event.update',
      'action=event.update,event.delete',
      'conference_id=1',
      'format=csv',
      'actor=key 1',
      'administrator_id=1',
      'key=1',
      'request_id=request 1',
      WHOLE_TIME,
    ],
  },
};
