import { useState } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import type { ListedQuest, QuestPhase } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { counted, number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Actions } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Quest } from '../quests/quest.tsx';
import { QuestForm } from '../quests/quest-form.tsx';

const STATES = ['all', 'running', 'coming', 'ended', 'hidden'] as const satisfies readonly (
  | QuestPhase
  | 'all'
)[];

/** The quests of the conference, or one of them: the address says which. */
export function Quests({ conference }: { conference: Conference }) {
  const [search] = useSearchParams();
  const id = Number(search.get('quest'));
  return id > 0 ? (
    <Quest key={id} id={id} conference={conference} />
  ) : (
    <List conference={conference} />
  );
}

function List({ conference }: { conference: Conference }) {
  const conference_id = conference.id;
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const state = STATES.find((one) => one === search.get('state')) ?? 'all';
  const q = search.get('q')?.trim();
  const filters = { conference_id, state, ...(q && { q }) };
  const list = useRows(['quests', 'list', filters], (asked, signal) =>
    api.call('listAdminQuests', { params: { ...filters, ...asked }, signal }),
  );
  const filter = (name: 'state' | 'q', value: string) =>
    setSearch((old) => ({ ...Object.fromEntries(old), [name]: value }), { replace: true });
  useAsked({ add: () => setOpen(may('quests:write')) });
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('quests.title')}</h1>
        <Link class="btn" href={`/c/${conference_id}/board`}>
          <Icon name="table-2" />
          {t('quests.board')}
        </Link>
        <Actions>
          {may('quests:write') && (
            <button type="button" class="btn primary" onClick={() => setOpen(true)}>
              <Icon name="plus" />
              {t('quests.new')}
            </button>
          )}
        </Actions>
      </div>
      <div class="bar">
        <label class="field">
          {t('quests.state')}
          <select value={state} onChange={(event) => filter('state', event.currentTarget.value)}>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {t(`quests.state.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {t('quests.search')}
          <input
            type="search"
            value={search.get('q') ?? ''}
            onInput={(event) => filter('q', event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
      </div>
      <Listing list={list} empty={t('quests.none')}>
        {(rows) => <Rows rows={rows} conference={conference} />}
      </Listing>
      {isOpen && (
        <QuestForm
          conference={conference}
          quest={undefined}
          close={() => setOpen(false)}
          saved={({ id }) => setSearch({ quest: String(id) })}
        />
      )}
    </>
  );
}

interface RowsProps {
  readonly rows: readonly ListedQuest[];
  readonly conference: Conference;
}

function Rows({ rows, conference }: RowsProps) {
  const { moment } = zoneOf(conference.timezone);
  return (
    <Table
      label={t('quests.title')}
      head={[
        t('quests.field.title'),
        t('quests.state'),
        { number: t('quests.participants') },
        { number: t('quests.pending') },
        { number: t('quests.completed') },
        t('quests.field.ends_at'),
      ]}
    >
      {rows.map((quest) => (
        <tr key={quest.id}>
          <th scope="row">
            <Link href={`/c/${conference.id}/quests?quest=${quest.id}`}>{quest.title}</Link>
            <small>
              {counted('quests.size', quest.task_count)} ·{' '}
              {t('quests.task.points', { points: quest.total_points })}
            </small>
          </th>
          <td>
            <State state={quest.state} />
          </td>
          <td class="number">{number(quest.participant_count)}</td>
          <td class="number">
            {quest.pending_count > 0 ? (
              <Link href={`/c/${conference.id}/review`}>{number(quest.pending_count)}</Link>
            ) : (
              number(0)
            )}
          </td>
          <td class="number">{number(quest.completed_count)}</td>
          <td>{quest.ends_at && moment(quest.ends_at)}</td>
        </tr>
      ))}
    </Table>
  );
}

const State = ({ state }: { state: QuestPhase }) => (
  <span class={`tag ${state === 'running' ? 'good' : ''}`}>{t(`quests.state.${state}`)}</span>
);
