import { useQuery } from '@tanstack/preact-query';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import type { LeaderboardEntry } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { useChanges } from '../lib/changes.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { session } from '../lib/session.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Failure, Loading } from '../parts/states.tsx';

/** What fits on a screen of 1,080 lines, in two columns. */
const SHOWN = 20;
/** For what the live stream does not tell, and for a screen without a session. */
const EVERY_MS = 15_000;
const MOVE_MS = 1_200;

/**
 * The leaderboard of a conference, or of a quest, for a big screen. It reads what everyone may see, so
 * it goes on after the end of the session, and keeps the last board while there is no network.
 */
export function Board({ id }: { id: number }) {
  const [search] = useSearchParams();
  const quest_id = Number(search.get('quest')) || undefined;
  const access = session.use();
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
  const time = board.at && conference.data && zoneOf(conference.data.timezone).time(board.at);
  return (
    <main class="board">
      {access && <Following conference_id={id} />}
      <header>
        <h1>{quest.data?.title ?? conference.data?.name ?? t('board.title')}</h1>
        <p>{quest.data ? conference.data?.name : t('board.title')}</p>
        <div class="buttons">
          <Link class="btn" href={`/c/${id}/quests`}>
            {t('board.back')}
          </Link>
          <button type="button" class="btn" onClick={() => void fillScreen()}>
            {t('board.full')}
          </button>
        </div>
      </header>
      {!board.data && board.error && <Failure error={board.error} again={board.again} />}
      {!board.data && !board.error && <Loading />}
      {board.data?.data.length === 0 && <p class="state">{t('board.none')}</p>}
      {board.data && <Entries entries={board.data.data} />}
      <p class="standing" role="status">
        {board.error && board.data ? (
          <strong>
            {sentenceOf(board.error)} {time && t('board.kept', { time })}
          </strong>
        ) : (
          time && t('board.as-of', { time })
        )}{' '}
        {!access && t('board.signed-out')}
      </p>
    </main>
  );
}

/** Reads the board again as soon as points change. */
function Following({ conference_id }: { conference_id: number }) {
  useChanges(conference_id);
  return null;
}

/** What was read last: reads that fail, and the end of the session, leave it on the screen. */
function useKept<T>(queryKey: readonly unknown[], queryFn: () => Promise<T>) {
  const query = useQuery({ queryKey, queryFn, refetchInterval: EVERY_MS });
  const kept = useRef<{ readonly data: T; readonly at: string }>();
  if (query.data !== undefined) {
    kept.current = { data: query.data, at: new Date(query.dataUpdatedAt).toISOString() };
  }
  return {
    data: kept.current?.data,
    at: kept.current?.at,
    error: query.error,
    again: query.refetch,
  };
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

/** Lets the rows glide from where they were, unless the reader wants less motion. */
function useCalmMoves(list: RefObject<HTMLElement>, entries: readonly LeaderboardEntry[]): void {
  const before = useRef<ReadonlyMap<string, DOMRect>>(new Map());
  useLayoutEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const row of isCalm ? [] : rows) {
      const from = before.current.get(row.dataset.id ?? '');
      const to = row.getBoundingClientRect();
      if (!from || (from.x === to.x && from.y === to.y)) continue;
      const transform = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      row.animate([{ transform }, { transform: 'none' }], {
        duration: MOVE_MS,
        easing: 'ease-in-out',
      });
    }
    before.current = new Map(
      rows.map((row) => [row.dataset.id ?? '', row.getBoundingClientRect()]),
    );
  }, [entries]);
}

/** The whole screen, which stays awake where the browser can do that. */
async function fillScreen(): Promise<void> {
  await document.documentElement.requestFullscreen().catch(() => undefined);
  await navigator.wakeLock?.request('screen').catch(() => undefined);
}
