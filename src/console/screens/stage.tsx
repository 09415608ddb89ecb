import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import type { AdminAgendaItem, QuestionStatus } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Choice } from '../parts/fields.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useModeration } from '../stage/moderation.ts';
import { countOf, Questions, useQuestions } from '../stage/questions.tsx';

/** As many as a conference has at most. */
const LIMIT = 1_000;
const STATUSES = [
  'waiting',
  'visible',
  'answered',
  'hidden',
] as const satisfies readonly QuestionStatus[];

/** The questions of a session, for the person who moderates it, on a phone in the room. */
export function Stage({ conference }: { conference: Conference }) {
  const { id } = conference;
  const { of, set } = useFilters();
  const agenda = useQuery({
    queryKey: ['agenda', id],
    queryFn: () => api.call('listAgendaItems', { params: { conference_id: id, limit: LIMIT } }),
  });
  const sessions = nextFirst(agenda.data?.data ?? []);
  const shown = sessions.find((one) => String(one.id) === of('session')) ?? sessions[0];
  const { moment } = zoneOf(conference.timezone);
  const nameOf = ({ title, room, starts_at }: AdminAgendaItem) =>
    [moment(starts_at), room, title].filter(Boolean).join(' · ');
  return (
    <>
      <Head
        title={t('menu.stage')}
        others={
          !shown
            ? []
            : [
                <a
                  key="export"
                  class="btn"
                  href={api.url('listAdminQuestions', { id: shown.id, format: 'csv' })}
                >
                  <Icon name="download" />
                  {t('action.export')}
                </a>,
              ]
        }
      >
        {shown && (
          <Link class="btn" href={`/c/${id}/board?session=${shown.id}`}>
            <Icon name="eye" />
            {t('stage.wall')}
          </Link>
        )}
      </Head>
      {agenda.error && <Failure error={agenda.error} again={agenda.refetch} />}
      {agenda.isPending && <Loading />}
      {agenda.data && !shown && <Empty title={t('stage.none')}>{t('stage.none.more')}</Empty>}
      {shown && (
        <>
          <Choice
            name="session"
            label={t('stage.session')}
            values={sessions.map((one) => String(one.id))}
            value={String(shown.id)}
            textOf={(one) => nameOf(sessions.find((row) => String(row.id) === one) ?? shown)}
            choose={(session) => set({ session })}
          />
          <Session key={shown.id} item={shown} />
        </>
      )}
    </>
  );
}

/** Those with questions: what runs, what comes next, and what was last. */
function nextFirst(items: readonly AdminAgendaItem[]): readonly AdminAgendaItem[] {
  const now = new Date().toISOString();
  const asked = items
    .filter(({ questions }) => questions !== 'off')
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
  const ahead = asked.filter(({ ends_at }) => ends_at > now);
  return [...ahead, ...asked.filter(({ ends_at }) => ends_at <= now).reverse()];
}

function Session({ item }: { item: AdminAgendaItem }) {
  const isNarrow = useMediaQuery('(max-width: 760px)');
  const { oneOf, at } = useFilters();
  const moderation = useModeration(item.id);
  const waiting = countOf(useQuestions(item.id, 'waiting')) ?? 0;
  const tab = oneOf('tab', STATUSES) ?? 'waiting';
  const part = (status: QuestionStatus) => (
    <Questions
      key={status}
      item_id={item.id}
      status={status}
      moderation={moderation}
      isOptional={!isNarrow && status === 'hidden'}
    />
  );
  return (
    <>
      {moderation.merging && (
        <p class="note" role="status">
          <Icon name="git-merge" />
          <span dir="auto">{t('stage.merging', { text: moderation.merging.text })}</span>
          <button type="button" class="btn" onClick={() => moderation.merge(undefined)}>
            {t('dialog.cancel')}
          </button>
        </p>
      )}
      {isNarrow ? (
        <>
          <nav class="tabs" aria-label={t('stage.questions')}>
            {STATUSES.map((status) => (
              <Link
                key={status}
                href={at({ tab: status, session: String(item.id) })}
                aria-current={status === tab ? 'page' : undefined}
              >
                {t(`stage.${status}`)}
                {status === 'waiting' && waiting > 0 && (
                  <span class="count">{number(waiting)}</span>
                )}
              </Link>
            ))}
          </nav>
          {part(tab)}
        </>
      ) : (
        <div class="columns">
          <div class="stack">{part('waiting')}</div>
          <div class="stack">
            {part('visible')}
            {part('answered')}
            {part('hidden')}
          </div>
        </div>
      )}
    </>
  );
}
