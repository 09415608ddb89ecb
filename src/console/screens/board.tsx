import { useRef } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import type { LeaderboardEntry } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { number, t } from '../lib/text.ts';
import { BigScreen, useCalmMoves, useKept } from '../parts/big-screen.tsx';
import { Wall } from '../stage/wall.tsx';

/** What fits on a screen of 1,080 lines, in two columns. */
const SHOWN = 20;

/** The big screen of a conference: the questions of a session, or the leaderboard. The address says which. */
export function Board({ id }: { id: number }) {
  const [search] = useSearchParams();
  const asked = Number(search.get('session'));
  return asked ? <Wall key={asked} id={id} item_id={asked} /> : <Leaderboard id={id} />;
}

/** The leaderboard of a conference, or of a quest. */
function Leaderboard({ id }: { id: number }) {
  const [search] = useSearchParams();
  const quest_id = Number(search.get('quest')) || undefined;
  const conference = useKept(['board', 'conference', id], () =>
    api.call('getConference', { params: { id } }),
  );
  const quest = useKept(['board', 'quest', quest_id ?? 0], async () =>
    quest_id ? await api.call('getQuest', { params: { id: quest_id } }) : null,
  );
  const of = quest_id ? { quest_id } : { conference_id: id };
  const board = useKept(['board', of], () =>
    api.call('getLeaderboard', { params: { ...of, limit: SHOWN } }),
  );
  return (
    <BigScreen
      conference_id={id}
      timezone={conference.data?.timezone}
      title={quest.data?.title ?? conference.data?.name ?? t('board.title')}
      about={quest.data ? conference.data?.name : t('board.title')}
      from="quests"
      shown={board}
    >
      {board.data?.data.length === 0 && <p class="state">{t('board.none')}</p>}
      {board.data && <Entries entries={board.data.data} />}
    </BigScreen>
  );
}

function Entries({ entries }: { entries: readonly LeaderboardEntry[] }) {
  const list = useRef<HTMLOListElement>(null);
  useCalmMoves(list, entries);
  return (
    <ol ref={list}>
      {entries.map(({ rank, points, user }, index) => (
        <li key={user.id ?? `place ${index}`} data-id={user.id}>
          <span class="rank">{number(rank)}</span>
          <span class="name">
            {nameOf(user)}
            <small>{user.company}</small>
          </span>
          <span class="points">
            {number(points)} <small>{t('board.points')}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}
