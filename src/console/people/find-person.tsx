import { api } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { FindOne, type Found } from '../parts/find-one.tsx';

interface Props {
  /** Of the field in the form, which has the id of the user; empty for none. */
  readonly name: string;
  readonly label: string;
  /** The words of the choice of none; without them, one must be chosen. */
  readonly none?: string;
  readonly choose?: (found: Found | undefined) => void;
}

/** Finds one user of the service by name or username. */
export const FindPerson = (props: Props) => (
  <FindOne
    {...props}
    search={t('people.search')}
    queryKey={['people', 'find']}
    find={async (q, signal) => {
      const { data } = await api.call('listAdminUsers', { params: { q, limit: 8 }, signal });
      return data.map(({ id, username, company, ...user }) => ({
        id,
        name: nameOf(user),
        more: [username && `@${username}`, company].filter(Boolean).join(' · '),
      }));
    }}
  />
);
