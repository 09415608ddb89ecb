import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useChanges } from '../lib/changes.ts';
import { sentenceOf } from '../lib/problems.ts';
import { session } from '../lib/session.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Failure, Loading } from './states.tsx';

/** For what the live stream does not tell, and for a screen without a session. */
const EVERY_MS = 15_000;
const MOVE_MS = 1_200;

/** What was read last: reads that fail, and the end of the session, leave it on the screen. */
export function useKept<T>(
  queryKey: readonly unknown[],
  queryFn: () => Promise<T>,
  everyMs = EVERY_MS,
) {
  const query = useQuery({ queryKey, queryFn, refetchInterval: everyMs });
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

interface Props {
  readonly conference_id: number;
  readonly timezone: string | undefined;
  readonly title: string;
  readonly about: string | undefined;
  /** The screen of the console that led here. */
  readonly from: string;
  readonly shown: ReturnType<typeof useKept<unknown>>;
  readonly children: ComponentChildren;
}

/**
 * A screen without the frame, for a big display. It reads what everyone may see, so it goes on after the
 * end of the session, and keeps what it showed last while there is no network.
 */
export function BigScreen({ conference_id, timezone, shown, children, ...head }: Props) {
  const access = session.use();
  const time = shown.at && timezone && zoneOf(timezone).time(shown.at);
  return (
    <main class="board">
      {access && <Following conference_id={conference_id} />}
      <header>
        <h1>{head.title}</h1>
        <p>{head.about}</p>
        <div class="buttons">
          <Link class="btn" href={`/c/${conference_id}/${head.from}`}>
            {t('board.back')}
          </Link>
          <button type="button" class="btn" onClick={() => void fillScreen()}>
            {t('board.full')}
          </button>
        </div>
      </header>
      {!shown.data && shown.error && <Failure error={shown.error} again={shown.again} />}
      {!shown.data && !shown.error && <Loading />}
      {children}
      <p class="standing" role="status">
        {shown.error && shown.data ? (
          <strong>
            {sentenceOf(shown.error)} {time && t('board.kept', { time })}
          </strong>
        ) : (
          time && t('board.as-of', { time })
        )}{' '}
        {!access && t('board.signed-out')}
      </p>
    </main>
  );
}

/** Reads the screen again as soon as something changes. */
function Following({ conference_id }: { conference_id: number }) {
  useChanges(conference_id);
  return null;
}

/** Lets the rows glide from where they were, unless the reader wants less motion. */
export function useCalmMoves(list: RefObject<HTMLElement>, rows: unknown): void {
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
  }, [rows]);
}

/** The whole screen, which stays awake where the browser can do that. */
async function fillScreen(): Promise<void> {
  await document.documentElement.requestFullscreen().catch(() => undefined);
  await navigator.wakeLock?.request('screen').catch(() => undefined);
}
