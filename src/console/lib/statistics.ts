import { useQuery } from '@tanstack/preact-query';
import type { ConferenceStats } from '../../client/operations.d.ts';
import { api } from './api.ts';

export type Decision = ConferenceStats['waiting'][number]['kind'];

/** The screen of each decision. */
export const SCREEN_OF: Readonly<Record<Decision, string>> = {
  side_event: 'moderation?tab=side-events',
  registration_request: 'moderation?tab=requests',
  seat_request: 'moderation?tab=requests',
  report: 'moderation?tab=reports',
  submission: 'review',
  feedback: 'feedback?of=this&status=new',
  programme_source: 'agenda?import=sources',
  guest_source: 'attendees?import=sources',
};

/** The numbers of a conference without a series, which several parts of a page share. */
export const useStatistics = (conference_id: number) =>
  useQuery({
    queryKey: ['statistics', conference_id],
    queryFn: () => api.call('getConferenceStats', { params: { id: conference_id } }),
    enabled: conference_id > 0,
  });

/** How many decisions wait, by the name of the screen. */
export function useWaiting(conference_id: number): Readonly<Record<string, number>> {
  const { data } = useStatistics(conference_id);
  const sums: Record<string, number> = {};
  for (const { kind, count } of data?.waiting ?? []) {
    const [screen = ''] = SCREEN_OF[kind].split('?');
    sums[screen] = (sums[screen] ?? 0) + count;
  }
  return sums;
}
