import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { ListedQuest, QuestPhase } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked, useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { counted, number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
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
  const id = useFilters().idOf('quest');
  return id ? <Quest key={id} id={id} conference={conference} /> : <List conference={conference} />;
}

function List({ conference }: { conference: Conference }) {
  const conference_id = conference.id;
  const may = useMay();
  const { of, oneOf, set } = useFilters();
  const [isOpen, setOpen] = useState(false);
  const state = oneOf('state', STATES) ?? 'all';
  const q = of('q')?.trim();
  const filters = { conference_id, state, ...(q && { q }) };
  const list = useRows(['quests', 'list', filters], (asked, signal) =>
    api.call('listAdminQuests', { params: { ...filters, ...asked }, signal }),
  );
  useAsked({ add: () => setOpen(may('quests:write')) });
  return (
    <>
      <Head
        title={t('quests.title')}
        others={[
          <Link key="board" class="btn" href={`/c/${conference_id}/board`}>
            <Icon name="table-2" />
            {t('quests.board')}
          </Link>,
        ]}
      >
        {may('quests:write') && (
          <Actions>
            <button type="button" class="btn primary" onClick={() => setOpen(true)}>
              <Icon name="plus" />
              {t('quests.new')}
            </button>
          </Actions>
        )}
      </Head>
      <Filters
        search={{ label: t('quests.search') }}
        tabs={{
          label: t('quests.state'),
          name: 'state',
          chosen: state,
          tabs: STATES.map((value) => ({ value, text: t(`quests.state.${value}`) })),
        }}
      />
      <Listing list={list} empty={t('quests.none')}>
        {(rows) => <Rows rows={rows} conference={conference} />}
      </Listing>
      {isOpen && (
        <QuestForm
          conference={conference}
          quest={undefined}
          close={() => setOpen(false)}
          saved={({ id }) => set({ quest: String(id) })}
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
