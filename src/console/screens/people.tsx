import { Link } from 'wouter-preact';
import type { AdminUser } from '../../client/operations.d.ts';
import { ImportPeople, OrImport } from '../imports.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { languageName, number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Actions } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Person } from '../people/person.tsx';

const SORTS = [
  'first_name',
  'last_name',
  '-last_seen_at',
  'last_seen_at',
  'created_at',
] as const satisfies readonly NonNullable<Parameters<typeof readUsers>[0]['sort']>[];
const YES_NO = ['true', 'false'] as const;
/** The languages of the messenger's users that organizers ask for; any other can be in the address. */
const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'pt', 'ru', 'sv', 'tr', 'uk', 'zh'] as const;

/** All users of the service, one of them by `?id=`, or the import of a list by `?import=`. */
export function People({ conference }: { conference: Conference }) {
  const id = useFilters().idOf('id');
  if (id !== undefined) return <Person key={id} id={id} conference={conference} />;
  return (
    <OrImport scope="people:import" Import={ImportPeople} conference={conference}>
      <List conference={conference} />
    </OrImport>
  );
}

type Params = Parameters<typeof api.url<'listAdminUsers'>>[1];
const readUsers = (params: Params, signal: AbortSignal) =>
  api.call('listAdminUsers', { params, signal });

function List({ conference }: { conference: Conference }) {
  const may = useMay();
  const { of, oneOf } = useFilters();
  const flag = (name: string) => {
    const value = oneOf(name, YES_NO);
    return value && value === 'true';
  };
  const language = of('language_code');
  const filters: Params = {
    q: of('q')?.trim() || undefined,
    sort: oneOf('sort', SORTS),
    language_code: language,
    messenger_reachable: flag('messenger_reachable'),
    is_blocked: flag('is_blocked'),
    conference_id: of('attends') ? conference.id : undefined,
  };
  const list = useRows(['people', filters], (asked, signal) =>
    readUsers({ ...filters, ...asked }, signal),
  );
  return (
    <>
      <Head
        title={t('people.title')}
        others={[
          may('people:export') && (
            <a class="btn" href={api.url('listAdminUsers', { ...filters, format: 'csv' })}>
              <Icon name="download" />
              {t('action.export')}
            </a>
          ),
        ]}
      >
        {may('people:import') && (
          <Actions>
            <Link class="btn primary" href={`/c/${conference.id}/people?import=file`}>
              <Icon name="upload" />
              {t('people.import')}
            </Link>
          </Actions>
        )}
      </Head>
      <Filters
        search={{ label: t('filter.people') }}
        filters={[
          choice({
            name: 'attends',
            label: t('people.attends'),
            values: conference.id === 0 ? [] : ['this'],
            text: () => conference.name,
          }),
          choice({
            name: 'language_code',
            label: t('people.language'),
            values: [...new Set([...LANGUAGES, ...(language ? [language] : [])])],
            text: languageName,
          }),
          choice({
            name: 'messenger_reachable',
            label: t('people.messenger'),
            values: YES_NO,
            text: (one) => t(`people.reachable.${one}`),
          }),
          choice({
            name: 'is_blocked',
            label: t('people.access'),
            values: YES_NO,
            text: (one) => t(`people.blocked.${one}`),
          }),
        ]}
      />
      <Listing list={list} empty={t('people.none')}>
        {(rows) => <Rows users={rows} timezone={conference.timezone} />}
      </Listing>
    </>
  );
}

const sortsOf = (sorts: readonly (typeof SORTS)[number][]) =>
  Object.fromEntries(sorts.map((one) => [one, t(`people.sort.${one}`)]));

function Rows({ users, timezone }: { users: readonly AdminUser[]; timezone: string }) {
  const { at } = useFilters();
  const { moment } = zoneOf(timezone);
  return (
    <Table
      label={t('people.title')}
      head={[
        { text: t('people.name'), sorts: sortsOf(['first_name', 'last_name', 'created_at']) },
        t('people.language'),
        { number: t('people.points') },
        t('people.messenger'),
        {
          text: t('people.seen', { zone: timezone }),
          sorts: sortsOf(['-last_seen_at', 'last_seen_at']),
        },
      ]}
    >
      {users.map((user) => (
        <tr key={user.id}>
          <th scope="row">
            <Link href={at({ id: String(user.id) })}>{nameOf(user)}</Link>
            {user.is_blocked && <span class="tag warn">{t('people.blocked.true')}</span>}
            <small>{[user.job_title, user.company].filter(Boolean).join(' · ')}</small>
          </th>
          <td>{user.language_code && languageName(user.language_code)}</td>
          <td class="number">{number(user.points)}</td>
          <td>{t(`people.reachable.${user.messenger_reachable}`)}</td>
          <td>{user.last_seen_at ? moment(user.last_seen_at) : t('people.never')}</td>
        </tr>
      ))}
    </Table>
  );
}
