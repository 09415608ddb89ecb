import { isDeepStrictEqual } from 'node:util';
import { KEY_STATUSES } from '../domain/administration/api-keys.ts';
import {
  REGISTRATION_MODES,
  REGISTRATION_STATES,
  WAITLISTS,
} from '../domain/attendance/attendables.ts';
import {
  ATTENDANCE_STATUSES,
  OWN_STATUSES,
  SEATED_STATUSES,
} from '../domain/attendance/attendances.ts';
import { CLAIM_MARKS } from '../domain/attendance/claim-marks.ts';
import { INVITATION_STATUSES } from '../domain/attendance/invitations.ts';
import { FEEDBACK_STATUSES } from '../domain/feedback/feedback.ts';
import { RATING_ASKS } from '../domain/feedback/ratings.ts';
import { MEDIA_KINDS, MEDIA_PURPOSES, MEDIA_STORAGES } from '../domain/media/media.ts';
import { BROADCAST_STATUSES, BROADCAST_TYPES } from '../domain/messaging/broadcasts.ts';
import { DELIVERY_STATUSES } from '../domain/messaging/deliveries.ts';
import { CHANNELS } from '../domain/messaging/notifications.ts';
import { DIRECTIONS } from '../domain/networking/connections.ts';
import { REPORT_REASONS } from '../domain/networking/user-reports.ts';
import { FAILURE_CODES, MINT_VIEW_STATUSES } from '../domain/partner/partner-mints.ts';
import {
  CONNECTION_STATUSES_TO_VIEWER,
  CONTACT_VISIBILITIES,
  ONBOARDING_STATUSES,
} from '../domain/people/users.ts';
import { AGENDA_KINDS, AGENDA_STATUSES, INTEREST_BANDS } from '../domain/programme/agenda.ts';
import { CONFERENCE_STATUSES, EVENT_ACCESSES } from '../domain/programme/conferences.ts';
import { EVENT_KINDS, EVENT_SOURCES, EVENT_STATUSES } from '../domain/programme/events.ts';
import { SPEAKER_STATUSES } from '../domain/programme/speakers.ts';
import { SUBMISSION_SOURCES } from '../domain/quests/admin-submissions.ts';
import { PARTICIPANT_STATUSES } from '../domain/quests/participations.ts';
import { TASK_STATES } from '../domain/quests/quest-tasks.ts';
import {
  ACCESSES,
  REGISTRATION_MODES as QUEST_REGISTRATION_MODES,
  QUEST_STATES,
} from '../domain/quests/quests.ts';
import { SUBMISSION_STATUSES } from '../domain/quests/submissions.ts';
import { POLL_RESULTS } from '../domain/quests/task-types/answered.ts';
import { PROFILE_TASK_FIELDS } from '../domain/quests/task-types/automatic.ts';
import { TASK_TYPES, VERIFICATIONS } from '../domain/quests/task-types/task-type.ts';
import { REQUEST_KINDS } from '../domain/registration/listed-requests.ts';
import { SEAT_REQUEST_STATUSES } from '../domain/registration/seat-requests.ts';
import { MESSAGE_KINDS, WEBHOOK_KIND_NAMES } from '../domain/webhooks/webhook-kinds.ts';
import { ERROR_STATUS } from '../errors.ts';
import type { Json } from './json-schemas.ts';

/**
 * The names of enumerations in the API reference, so that a generated client has one type for each.
 * Equal values have one name, wherever they come from.
 */
const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  OwnAttendanceStatus: OWN_STATUSES,
  RequestKind: REQUEST_KINDS,
  SeatRequestStatus: SEAT_REQUEST_STATUSES,
  Waitlist: WAITLISTS,
  AgendaKind: AGENDA_KINDS,
  AgendaStatus: AGENDA_STATUSES,
  AttendanceStatus: ATTENDANCE_STATUSES,
  AttendeeStatus: [...ATTENDANCE_STATUSES, ...INVITATION_STATUSES],
  Channel: CHANNELS,
  ClaimMark: CLAIM_MARKS,
  ConferenceStatus: CONFERENCE_STATUSES,
  ConnectionDirection: DIRECTIONS,
  ConnectionStatusToViewer: CONNECTION_STATUSES_TO_VIEWER,
  ContactVisibility: CONTACT_VISIBILITIES,
  DeliveryStatus: DELIVERY_STATUSES,
  ErrorCode: Object.keys(ERROR_STATUS),
  EventAccess: EVENT_ACCESSES,
  EventKind: EVENT_KINDS,
  EventSource: EVENT_SOURCES,
  EventStatus: EVENT_STATUSES,
  FeedbackStatus: FEEDBACK_STATUSES,
  IdOrder: ['id', '-id'],
  ImportedEventStatus: ['approved', 'pending'],
  InterestBand: INTEREST_BANDS,
  JobStatus: BROADCAST_STATUSES,
  JobType: BROADCAST_TYPES,
  KeyStatus: KEY_STATUSES,
  MediaKind: MEDIA_KINDS,
  MediaPurpose: MEDIA_PURPOSES,
  MediaStorage: MEDIA_STORAGES,
  MintFailure: FAILURE_CODES,
  MintStatus: MINT_VIEW_STATUSES,
  OnboardingStatus: ONBOARDING_STATUSES,
  ParticipantStatus: PARTICIPANT_STATUSES,
  PollResultsAt: POLL_RESULTS,
  ProfileTaskField: PROFILE_TASK_FIELDS,
  RatingAsk: RATING_ASKS,
  QuestAccess: ACCESSES,
  QuestPhase: QUEST_STATES,
  QuestRegistrationMode: QUEST_REGISTRATION_MODES,
  RegistrationMode: REGISTRATION_MODES,
  RegistrationState: REGISTRATION_STATES,
  ReportReason: REPORT_REASONS,
  ReviewStatus: SUBMISSION_STATUSES,
  SeatedStatus: SEATED_STATUSES,
  SpeakerStatus: SPEAKER_STATUSES,
  SubmissionSource: SUBMISSION_SOURCES,
  TableFormat: ['json', 'csv', 'xlsx'],
  TaskState: TASK_STATES,
  TaskType: TASK_TYPES,
  Verification: VERIFICATIONS,
  WebhookKind: WEBHOOK_KIND_NAMES,
  WebhookMessageKind: MESSAGE_KINDS,
};

const nameOf = (values: readonly unknown[]): string | undefined =>
  Object.entries(ENUMERATIONS).find(([, named]) => isDeepStrictEqual(named, values))?.[0];

/** The enumerations as components. */
export const enumerationSchemas = (): Json =>
  Object.fromEntries(
    Object.entries(ENUMERATIONS).map(([name, values]) => [name, { type: 'string', enum: values }]),
  );

/** The same part of the document with references to the enumerations that have a name. */
export function referringToEnumerations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referringToEnumerations);
  if (typeof value !== 'object' || value === null) return value;
  const { type: _, enum: values, ...rest } = value as Json;
  const name = Array.isArray(values) && nameOf(values);
  if (name) return { $ref: `#/components/schemas/${name}`, ...rest };
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'examples' || key === 'example' ? inner : referringToEnumerations(inner),
    ]),
  );
}
