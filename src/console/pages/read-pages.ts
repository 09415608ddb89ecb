import { useQuery } from '@tanstack/preact-query';
import type { AdminInformationPage } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';

/** All pages of a conference fit into one page of the list. */
const LIMIT = 100;

/** The information pages of a conference, in the order of the organizers. */
export const usePages = (conference_id: number) =>
  useQuery({
    queryKey: ['pages', conference_id],
    queryFn: async ({ signal }): Promise<readonly AdminInformationPage[]> => {
      const params = { conference_id, limit: LIMIT };
      return (await api.call('listAdminConferencePages', { params, signal })).data;
    },
  });

export const refreshPages = () => queries.invalidateQueries({ queryKey: ['pages'] });
