import type { SomeCalls } from './calls.ts';
import { LATER, NOW, type Rows } from './rows.ts';

/** The reads for the overview of a conference. */
export const overviewReads = ({ conference }: Rows) => {
  const days = { id: conference.id, starts_at: NOW, ends_at: LATER };
  return {
    conferenceReadiness: {
      listItems: [[conference.id]],
      listEvents: [[conference.id]],
      listSpeakers: [[conference.id]],
      listQuests: [[conference.id]],
      listWaitingSources: [[conference.id]],
      listFullTypes: [[conference.id]],
    },
    conferenceStats: {
      findProgramme: [[conference.id]],
      findAttendance: [[conference.id]],
      findBroadcasts: [
        { note: 'of all keys', args: [conference.id, null] },
        { note: 'of a limited key', args: [conference.id, [conference.id]] },
      ],
      listWaiting: [
        [conference.id, ['side_event', 'registration_request', 'submission', 'feedback', 'report']],
      ],
      listRooms: [[conference.id, NOW]],
      listDevices: [[conference.id]],
      countConnections: [[days]],
      listSeries: [
        [
          days,
          { from: NOW, to: LATER, seconds: 3600 },
          ['registrations', 'arrivals', 'connections', 'quest_completions'],
        ],
      ],
    },
  } satisfies Partial<SomeCalls['read']>;
};
