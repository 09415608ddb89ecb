import { useQuery } from '@tanstack/preact-query';
import { isRefusal } from '../../client/api-error.ts';
import type { AdminConference, OwnAccess } from '../../client/operations.d.ts';
import { api } from './api.ts';

/** What a screen knows of its conference. */
export type Conference = Pick<
  AdminConference,
  'id' | 'name' | 'timezone' | 'starts_on' | 'ends_on'
> &
  // Only administrators of content read it.
  Partial<Pick<AdminConference, 'broadcast_gap_minutes'>>;

/** What screens of the service get where there is no conference yet. */
export const noConference = (): Conference => ({
  id: 0,
  name: '',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  starts_on: '',
  ends_on: '',
});

/** The most of a page: more conferences than organizers have at once. */
const LIMIT = 100;

/** The conferences of a session. A key for the door alone reads those that are public. @throws ApiError */
async function readConferences({
  scopes,
  conference_ids,
}: OwnAccess): Promise<readonly Conference[]> {
  const params = { limit: LIMIT };
  if (scopes.includes('*') || scopes.includes('content:read')) {
    return (await api.call('listAdminConferences', { params })).data;
  }
  if (!conference_ids) return (await api.call('listConferences', { params })).data;
  const found = await Promise.all(conference_ids.map(readPublished));
  return found.filter((one) => one !== undefined);
}

/** The conferences of a session, which screens share. */
export const useConferences = (access: OwnAccess) =>
  useQuery({ queryKey: ['conferences', access.key], queryFn: () => readConferences(access) });

/** @returns undefined for a draft */
async function readPublished(id: number): Promise<Conference | undefined> {
  try {
    return await api.call('getConference', { params: { id } });
  } catch (error) {
    if (isRefusal(error, 'getConference', 'NOT_FOUND')) return undefined;
    throw error;
  }
}
