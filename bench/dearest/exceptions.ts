import type { Call } from './calls.ts';

/** A GET that may cost more than the limit. */
interface Exception {
  /** The name of the endpoint. */
  readonly name: string;
  /** The part of the query that is excepted; all of the endpoint without it. */
  readonly query?: string;
  readonly reason: string;
}

const WHOLE_LIST = 'a file of the whole list, read in batches; administrators only';

/** What issue 21 leaves above the limit. A new entry needs a reason of the same weight. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    name: 'listRecommendedUsers',
    reason: 'ranks thousands of candidates by six signals; limited per person',
  },
  { name: 'exportMyData', reason: 'everything that is stored about a person; limited per person' },
  { name: 'exportQuest', reason: WHOLE_LIST },
  { name: 'listBadges', reason: WHOLE_LIST },
  ...[
    'listAdminConferenceAttendees',
    'listAdminEventAttendees',
    'listAdminFeedback',
    'listAdminUsers',
  ].flatMap((name) =>
    ['csv', 'xlsx'].map((format) => ({ name, query: `format=${format}`, reason: WHOLE_LIST })),
  ),
  { name: 'listAuditLog', query: 'format=csv', reason: WHOLE_LIST },
  {
    name: 'getConferenceStats',
    reason: 'counts all that a conference has, once a second for all who ask; administrators only',
  },
  {
    name: 'getFeedbackStatistics',
    reason: 'counts all feedback of a conference, which is some thousands; administrators only',
  },
  {
    name: 'getMyCalendar',
    reason: 'a calendar file of all that a user attends or keeps; apps fetch it once an hour',
  },
  ...['sort=points', 'sort=-points'].map((query) => ({
    name: 'listQuestParticipants',
    query,
    reason:
      'sorts all participants of a quest, whose index would cost each award; administrators only',
  })),
  { name: 'getMediaFile', reason: 'sends a file of up to 200 MiB from the disk' },
];

/** Why a call may cost more than the limit; undefined if it may not. */
export const exceptionFor = ({ name, target }: Call): string | undefined =>
  EXCEPTIONS.find((exception) => exception.name === name && target.includes(exception.query ?? ''))
    ?.reason;
