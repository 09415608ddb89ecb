import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { number, t } from '../lib/text.ts';
import { Icon, type IconName } from './icon.tsx';
import { Problem } from './problem.tsx';

/** How a file is sent: on trial, or for real and once. */
export interface Attempt {
  readonly dry_run: boolean;
  /** The same for each press of one draft. */
  readonly idempotencyKey: string;
}

const OUTCOMES = {
  created: ['good', 'plus'],
  updated: ['here', 'pencil'],
  cancelled: ['warn', 'x'],
  unchanged: ['', 'circle-check'],
  waitlisted: ['warn', 'clock'],
  left_out: ['', 'circle-minus'],
  failed: ['bad', 'circle-alert'],
} as const satisfies Record<string, readonly [string, IconName]>;
type Outcome = keyof typeof OUTCOMES;
type Counts = Readonly<Partial<Record<Outcome, number>>>;

interface Props<Body, Result> {
  readonly title: string;
  readonly conference: Conference;
  /** The screen to which it leads back. */
  readonly screen: 'agenda' | 'attendees' | 'events' | 'people';
  /** `tried` is the report of the last trial that was not refused. */
  readonly bodyOf: (fields: FormData, tried: Result | undefined) => Body;
  readonly run: (body: Body, attempt: Attempt) => Promise<Result>;
  readonly countsOf: (result: Result) => Counts;
  /** The words of the button, with the number of what it writes. */
  readonly submit: (count: number) => string;
  /** After the import. */
  readonly done: (result: Result) => unknown;
  readonly report: (result: Result) => ComponentChildren;
  /** Shows the report once more, as applied, until the reader goes back; else the page does. */
  readonly applied?: (result: Result) => ComponentChildren;
  /** Below the report, such as earlier imports. */
  readonly past?: ComponentChildren;
  /** The fields of the form. */
  readonly children: (tried: Result | undefined) => ComponentChildren;
}

/**
 * Imports a file: every choice shows at once what would happen, and the button applies the same file
 * with the same options.
 */
export function ImportPage<Body, Result>(props: Props<Body, Result>) {
  const { title, screen, bodyOf, run, countsOf, submit, done, report, applied, past, children } =
    props;
  const list = `/c/${props.conference.id}/${screen}`;
  const [, go] = useLocation();
  const [draft, setDraft] = useState<{ readonly body: Body; readonly key: string }>();
  const trial = useQuery({
    queryKey: ['import', draft?.key],
    queryFn: draft
      ? () => run(draft.body, { dry_run: true, idempotencyKey: draft.key })
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const last = useRef<Result>();
  if (trial.data !== undefined) last.current = trial.data;
  const apply = useMutation({
    mutationFn: ({ body, key }: NonNullable<typeof draft>) =>
      run(body, { dry_run: false, idempotencyKey: key }),
    onSuccess: async (result) => {
      if (!applied) go(list, { replace: true });
      await done(result);
    },
  });
  const tried = draft && trial.data;
  const counts = tried ? countsOf(tried) : {};
  const count = (counts.created ?? 0) + (counts.updated ?? 0) + (counts.cancelled ?? 0);
  const none = trial.error ? 'import.refused' : 'import.none-yet';
  const hint = trial.isFetching ? 'state.loading' : none;
  const result = count > 0 ? submit(count) : t('import.nothing');
  const words = trial.error ? t('state.again') : tried ? result : t('import.apply');
  const change = (form: HTMLFormElement) => {
    apply.reset();
    const body = form.checkValidity() && bodyOf(new FormData(form), last.current);
    setDraft(body ? { body, key: crypto.randomUUID() } : undefined);
  };
  return (
    <>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p class="muted">
          <Link href={list}>{t(`menu.${screen}`)}</Link>
          {` · ${t('import.promise')}`}
        </p>
      </div>
      {applied && apply.data !== undefined ? (
        applied(apply.data)
      ) : (
        <form
          class="split"
          onChange={(event) => change(event.currentTarget)}
          onSubmit={(event) => {
            event.preventDefault();
            if (trial.error) void trial.refetch();
            else if (tried && count > 0 && !trial.isFetching && queries.isMutating() === 0)
              apply.mutate(draft);
          }}
        >
          <div class="stack">
            {children(last.current)}
            <Problem error={trial.error ?? apply.error} />
            {tried && report(tried)}
            {past}
          </div>
          <aside class="card outcome" aria-label={t('import.outcome-of')}>
            <header>
              <h2>{t('import.outcome-of')}</h2>
            </header>
            {tried ? (
              <div role="status" aria-busy={trial.isFetching}>
                <Outcomes counts={counts} />
              </div>
            ) : (
              <p class="body muted">{t(hint)}</p>
            )}
            <div class="body docked">
              <button
                type="submit"
                class="btn primary"
                disabled={trial.isFetching || apply.isPending || (count === 0 && !trial.error)}
              >
                {words}
              </button>
            </div>
          </aside>
        </form>
      )}
    </>
  );
}

const Outcomes = ({ counts }: { counts: Counts }) => (
  <ul class="rows">
    {(Object.keys(OUTCOMES) as Outcome[])
      .filter((name) => counts[name])
      .map((name) => (
        <li key={name} class="line">
          <span class={`tile ${OUTCOMES[name][0]}`}>
            <Icon name={OUTCOMES[name][1]} />
          </span>
          <strong>{t(`import.count.${name}`, { count: number(counts[name] ?? 0) })}</strong>
        </li>
      ))}
  </ul>
);
