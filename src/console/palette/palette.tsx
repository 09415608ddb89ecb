import { useQueries, useQuery } from '@tanstack/preact-query';
import { useContext, useEffect, useId, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { OpenScreens, useMay } from '../lib/access.ts';
import { queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, type TextKey, t } from '../lib/text.ts';
import { leave } from '../lib/unsaved.ts';
import { Close, Dialog } from '../parts/dialog.tsx';
import { actionsOf, type Found, MAX_FOUND, matches, SOURCES } from './sources.ts';

/** A pause in the typing. */
const PAUSE_MS = 200;
const MAX_RECENT = 5;
// With what the session reads: a sign-out forgets it.
queries.setQueryDefaults(['palette', 'recent'], { gcTime: Number.POSITIVE_INFINITY });

interface Props {
  readonly conference: Conference;
  readonly close: () => void;
}

/** Finds people, sessions, speakers, quests, screens and actions of the conference, and goes there. */
export function Palette({ conference, close }: Props) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [, go] = useLocation();
  const list = useId();
  const q = typed.trim();
  const { groups, isReading, error } = useFound(conference, q);
  const rows = groups.flatMap(({ found }) => found);
  const chosen = rows[Math.min(at, rows.length - 1)];
  const take = (one: Found) => {
    const key = ['palette', 'recent', conference.id];
    queries.setQueryData<readonly Found[]>(key, (old = []) =>
      [one, ...old.filter(({ to }) => to !== one.to)].slice(0, MAX_RECENT),
    );
    leave(() => {
      close();
      go(`/c/${conference.id}/${one.to}`);
    });
  };
  const idOf = (one: Found) => `${list}-${rows.indexOf(one)}`;
  const move = (by: number) =>
    rows.length > 0 && setAt((Math.min(at, rows.length - 1) + by + rows.length) % rows.length);
  return (
    <Dialog title={t('frame.find')} close={close}>
      <input
        class="palette"
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={t('palette.words')}
        placeholder={t('palette.words')}
        aria-autocomplete="list"
        aria-expanded={rows.length > 0}
        aria-controls={list}
        aria-activedescendant={chosen && idOf(chosen)}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (by !== undefined) {
            event.preventDefault();
            move(by);
          } else if (event.key === 'Enter' && !event.isComposing && chosen) {
            event.preventDefault();
            take(chosen);
          }
        }}
      />
      <div class="palette" id={list} role="listbox" aria-label={t('palette.results')}>
        {groups.map(({ kind, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets.
          <div key={kind} role="group" aria-labelledby={`${list}-${kind}`}>
            <h3 id={`${list}-${kind}`} role="presentation">
              {t(`palette.kind.${kind}` as TextKey)}
            </h3>
            {found.map((one) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox.
              // biome-ignore lint/a11y/useFocusableInteractive: the combobox has the focus.
              <div
                key={one.to + one.name}
                id={idOf(one)}
                role="option"
                aria-selected={one === chosen}
                ref={one === chosen ? shown : null}
                onClick={() => take(one)}
              >
                {one.name}
                {one.more && <small>{one.more}</small>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p class="muted" role="status">
        {isReading ? t('state.loading') : counted('palette.count', rows.length)}
      </p>
      {error && <p class="problem">{sentenceOf(error)}</p>}
      <Close close={close} />
    </Dialog>
  );
}

const shown = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

interface Group {
  readonly kind: string;
  readonly found: readonly Found[];
}

/** What the words find, by kind. Answers to other words than those that are typed are not shown. */
function useFound(conference: Conference, q: string) {
  const may = useMay();
  const screens = useContext(OpenScreens);
  const [paused, setPaused] = useState(q);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(q), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [q]);
  const recent = useQuery<readonly Found[]>({
    queryKey: ['palette', 'recent', conference.id],
    queryFn: () => [],
    staleTime: Number.POSITIVE_INFINITY,
  });
  const sources = SOURCES.filter(({ screen }) => conference.id !== 0 && screens.includes(screen));
  const answers = useQueries({
    queries: sources.map(({ kind, find }) => ({
      queryKey: ['palette', kind, conference.id, paused],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(conference, paused, signal),
      enabled: paused !== '',
    })),
  });
  const isAsked = q !== '' && q === paused;
  const named = (found: readonly Found[]) => found.filter(({ name }) => matches(name, q));
  const pages = screens.map((name) => ({ name: t(`menu.${name}` as TextKey), to: name }));
  const groups: readonly Group[] = [
    { kind: 'recent', found: q === '' ? (recent.data ?? []) : [] },
    ...sources.map(({ kind }, n) => ({ kind, found: (isAsked && answers[n]?.data) || [] })),
    { kind: 'actions', found: named(actionsOf(may, screens)) },
    { kind: 'screens', found: named(pages) },
  ];
  return {
    groups: groups
      .map(({ kind, found }) => ({ kind, found: found.slice(0, MAX_FOUND) }))
      .filter(({ found }) => found.length > 0),
    isReading: q !== '' && (!isAsked || answers.some(({ isFetching }) => isFetching)),
    error: isAsked ? answers.find(({ error }) => error)?.error : undefined,
  };
}
