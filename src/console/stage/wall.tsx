import { useRef } from 'preact/hooks';
import type { SessionQuestions } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { counted, t } from '../lib/text.ts';
import { BigScreen, useCalmMoves, useKept } from '../parts/big-screen.tsx';

/** What a room can read: the questions with the most votes. */
const SHOWN = 6;
/** Votes are shown within a few seconds, also after the end of the session. */
const EVERY_MS = 3_000;

/** The visible questions of a session by votes, for the wall of its room. It names nobody. */
export function Wall({ id, item_id }: { id: number; item_id: number }) {
  const conference = useKept(['board', 'conference', id], () =>
    api.call('getConference', { params: { id } }),
  );
  const item = useKept(['board', 'item', item_id], () =>
    api.call('getPublicAgendaItem', { params: { id: item_id } }),
  );
  const asked = useKept(
    ['questions', 'wall', item_id],
    () => api.call('listQuestions', { params: { id: item_id } }),
    EVERY_MS,
  );
  const visible = asked.data?.data.filter(({ status }) => status === 'visible');
  return (
    <BigScreen
      conference_id={id}
      timezone={conference.data?.timezone}
      title={item.data?.title ?? t('stage.questions')}
      about={[t('stage.questions'), item.data?.room].filter(Boolean).join(' · ')}
      from={`stage?session=${item_id}`}
      shown={asked}
    >
      {visible?.length === 0 && <p class="state">{t('stage.wall.none')}</p>}
      {visible && <Questions rows={visible.slice(0, SHOWN)} />}
    </BigScreen>
  );
}

const LIST = { gridTemplateRows: 'none', gridAutoFlow: 'row', alignContent: 'start' };
const ROW = { gridTemplateColumns: 'minmax(0, 1fr) auto', padding: '0.6em 0.8em' };
const TEXT = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

function Questions({ rows }: { rows: SessionQuestions['data'] }) {
  const list = useRef<HTMLOListElement>(null);
  useCalmMoves(list, rows);
  return (
    <ol ref={list} style={LIST}>
      {rows.map(({ id, text, votes }) => (
        <li key={id} data-id={id} style={ROW}>
          <span class="name" style={TEXT} dir="auto">
            {text}
          </span>
          <span class="points">{counted('stage.votes', votes)}</span>
        </li>
      ))}
    </ol>
  );
}
