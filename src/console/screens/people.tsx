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
import { ChoiceFilter, FilterFold, SearchFilter } from '../parts/filters.tsx';
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

type Filters = Parameters<typeof api.url<'listAdminUsers'>>[1];
const readUsers = (params: Filters, signal: AbortSignal) =>
  api.call('listAdminUsers', { params, signal });

function List({ conference }: { conference: Conference }) {
  const may = useMay();
  const { of, oneOf } = useFilters();
  const flag = (name: string) => {
    const value = oneOf(name, YES_NO);
    return value && value === 'true';
  };
  const filters: Filters = {
    q: of('q')?.trim() || undefined,
    sort: oneOf('sort', SORTS),
    language_code: of('language_code'),
    messenger_reachable: flag('messenger_reachable'),
    is_blocked: flag('is_blocked'),
    conference_id: of('attends') ? conference.id : undefined,
  };
  const list = useRows(['people', filters], (asked, signal) =>
    readUsers({ ...filters, ...asked }, signal),
  );
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('people.title')}</h1>
        <Actions>
          {may('people:import') && (
            <Link class="btn" href={`/c/${conference.id}/people?import=file`}>
              <Icon name="upload" />
              {t('people.import')}
            </Link>
          )}
        </Actions>
        {may('people:export') && (
          <a class="btn" href={api.url('listAdminUsers', { ...filters, format: 'csv' })}>
            <Icon name="download" />
            {t('people.export')}
          </a>
        )}
      </div>
      <div class="bar">
        <SearchFilter name="q" label={t('people.search')} />
        <FilterFold>
          {conference.id !== 0 && (
            <ChoiceFilter
              name="attends"
              label={t('people.attends')}
              values={['this']}
              text={() => conference.name}
            />
          )}
          <ChoiceFilter
            name="language_code"
            label={t('people.language')}
            values={LANGUAGES}
            text={languageName}
          />
          <ChoiceFilter
            name="messenger_reachable"
            label={t('people.messenger')}
            values={YES_NO}
            text={(one) => t(`people.reachable.${one}`)}
          />
          <ChoiceFilter
            name="is_blocked"
            label={t('people.access')}
            values={YES_NO}
            text={(one) => t(`people.blocked.${one}`)}
          />
          <ChoiceFilter
            name="sort"
            label={t('people.sort')}
            values={SORTS}
            text={(one) => t(`people.sort.${one}`)}
            all={t('people.sort.newest')}
          />
        </FilterFold>
      </div>
      <Listing list={list} empty={t('people.none')}>
        {(rows) => <Rows users={rows} timezone={conference.timezone} />}
      </Listing>
    </>
  );
}

function Rows({ users, timezone }: { users: readonly AdminUser[]; timezone: string }) {
  const { at } = useFilters();
  const { moment } = zoneOf(timezone);
  return (
    <Table
      label={t('people.title')}
      head={[
        t('people.name'),
        t('people.language'),
        { number: t('people.points') },
        t('people.messenger'),
        t('people.seen', { zone: timezone }),
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
