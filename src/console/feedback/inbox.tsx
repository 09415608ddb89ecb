import { useMutation, useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Feedback as FeedbackRow, FeedbackStatus } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { TextArea } from '../parts/fields.tsx';
import { choice, Filters } from '../parts/filters.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';

const STATUSES = ['new', 'read', 'done'] as const satisfies readonly FeedbackStatus[];
const KINDS = ['feedback', 'rating'] as const;
const RATINGS = ['1', '2', '3', '4', '5'] as const;

/** What people write, and the comments of their ratings. */
export function Inbox({ conference, tabs }: { conference: Conference; tabs: ComponentChildren }) {
  const may = useMay();
  const { of, oneOf, idOf } = useFilters();
  const about = {
    conference_id: of('of') ? conference.id : undefined,
    event_id: idOf('event_id'),
    agenda_item_id: idOf('agenda_item_id'),
    kind: oneOf('kind', KINDS),
  };
  const filters = {
    ...about,
    q: of('q')?.trim() || undefined,
    status: oneOf('status', STATUSES),
    rating: Number(oneOf('rating', RATINGS)) || undefined,
    category: of('category'),
  };
  const list = useRows(['feedback', filters], (asked, signal) =>
    api.call('listAdminFeedback', { params: { ...filters, ...asked }, signal }),
  );
  const { data: statistics } = useQuery({
    queryKey: ['feedback', 'statistics', about],
    queryFn: () => api.call('getFeedbackStatistics', { params: about }),
  });
  const countOf = (status: string) =>
    statistics?.by_status.find((one) => one.status === status)?.count ?? 0;
  const rating = statistics?.average_rating ?? null;
  return (
    <>
      <Head
        title={t('feedback.title')}
        about={rating !== null && t('feedback.average', { rating })}
      >
        {may('feedback:export') && (
          <a class="btn" href={api.url('listAdminFeedback', { ...filters, format: 'csv' })}>
            <Icon name="download" />
            {t('action.export')}
          </a>
        )}
      </Head>
      {tabs}
      <Filters
        search={{ label: t('feedback.search') }}
        filters={[
          choice({
            name: 'of',
            label: t('feedback.about'),
            values: ['this'],
            text: () => conference.name,
          }),
          choice({
            name: 'rating',
            label: t('feedback.rating'),
            values: RATINGS,
            text: (one) => one,
          }),
          choice({
            name: 'kind',
            label: t('feedback.kind'),
            values: KINDS,
            text: (one) => t(`feedback.kind.${one}`),
          }),
          { name: 'category', label: t('feedback.category') },
        ]}
        tabs={{
          label: t('feedback.status'),
          name: 'status',
          chosen: filters.status ?? 'all',
          tabs: [
            { value: 'all', text: t('filter.all') },
            ...STATUSES.map((value) => ({
              value,
              text: t(`feedback.status.${value}`),
              count: statistics && countOf(value),
            })),
          ],
        }}
      />
      <Listing list={list} empty={t('feedback.none')}>
        {(rows) => <Rows rows={rows} timezone={conference.timezone} />}
      </Listing>
    </>
  );
}

/** A rating may have no comment. */
const textOfRow = ({ message, rating }: FeedbackRow): string =>
  message ?? t('feedback.stars', { rating: rating ?? 0 });

const refresh = () =>
  Promise.all(
    ['feedback', 'statistics'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
  );

function Rows({ rows, timezone }: { rows: readonly FeedbackRow[]; timezone: string }) {
  const may = useMay();
  const { moment } = zoneOf(timezone);
  const [noted, setNoted] = useState<FeedbackRow>();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const mark = useMutation({
    mutationFn: (change: { status: FeedbackStatus } | { shared: boolean }) =>
      api.call('updateFeedbackStatuses', { body: { ids: chosen, ...change } }),
    onSuccess: ({ results }) => {
      const failed = results.filter(({ code }) => code).length;
      say(t('feedback.marked', { done: results.length - failed, failed }));
      setChosen([]);
    },
    onError: (error) => say(sentenceOf(error)),
    onSettled: refresh,
  });
  const comments = rows.filter((row) => row.is_rating && row.message && chosen.includes(row.id));
  const areShared = comments.every((row) => row.shared_at);
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <>
      <Table
        label={t('feedback.title')}
        head={[
          { hidden: t('moderation.choose') },
          t('feedback.message'),
          t('feedback.from'),
          { number: t('feedback.rating') },
          t('feedback.status'),
          t('feedback.at', { zone: timezone }),
        ]}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <label class="check">
                <input
                  type="checkbox"
                  aria-label={t('moderation.choose-name', { name: textOfRow(row) })}
                  checked={chosen.includes(row.id)}
                  onChange={() => toggle(row.id)}
                />
              </label>
            </td>
            <th scope="row">
              {textOfRow(row)}
              {row.shared_at && (
                <span class="tag">
                  <Icon name="check" />
                  {t('feedback.shared')}
                </span>
              )}
              <small>{[row.category, row.about, row.note].filter(Boolean).join(' · ')}</small>
              {may('feedback:write') && (
                <button
                  type="button"
                  class="btn quiet"
                  aria-label={t('feedback.note-on', { message: textOfRow(row) })}
                  onClick={() => setNoted(row)}
                >
                  {t('feedback.note')}
                </button>
              )}
            </th>
            <td>
              {nameOf(row.user) || t('feedback.anonymous')}
              <small>{row.contact}</small>
            </td>
            <td class="number">
              {row.rating !== null && (
                <span class="tag">
                  <Icon name="star" />
                  {row.rating}
                </span>
              )}
            </td>
            <td>
              <span class={row.status === 'new' ? 'tag here' : 'tag'}>
                {t(`feedback.status.${row.status}`)}
              </span>
            </td>
            <td>{moment(row.created_at)}</td>
          </tr>
        ))}
      </Table>
      {may('feedback:write') && chosen.length > 0 && (
        <section class="bulk" aria-label={t('moderation.choose')}>
          <strong role="status">{t('table.chosen', { count: chosen.length })}</strong>
          {STATUSES.map((status) => (
            <button
              key={status}
              type="button"
              class="btn"
              disabled={mark.isPending}
              onClick={() => mark.mutate({ status })}
            >
              {t(`feedback.mark.${status}`, { count: chosen.length })}
            </button>
          ))}
          {comments.length > 0 && (
            <button
              type="button"
              class="btn"
              title={t('feedback.share-about')}
              disabled={mark.isPending}
              onClick={() => mark.mutate({ shared: !areShared })}
            >
              {t(areShared ? 'feedback.unshare' : 'feedback.share', { count: chosen.length })}
            </button>
          )}
        </section>
      )}
      {noted && <Note row={noted} close={() => setNoted(undefined)} />}
    </>
  );
}

/** What the team says of it, which its author sees in the export of their data alone. */
function Note({ row, close }: { row: FeedbackRow; close: () => void }) {
  const { id, note } = row;
  const save = useMutation({
    mutationFn: (form: FormData) =>
      api.call('updateFeedback', { params: { id }, body: { note: textOf(form, 'note') || null } }),
    onSuccess: () => {
      say(t('feedback.noted'));
      close();
      return refresh();
    },
  });
  return (
    <FormDialog
      title={t('feedback.note')}
      close={close}
      submit={t('edit.save')}
      send={save.mutate}
      isBusy={save.isPending}
      problem={save.error}
    >
      <p>{textOfRow(row)}</p>
      <TextArea name="note" label={t('feedback.note')} value={note} maxLength={2_000} dir="auto" />
    </FormDialog>
  );
}
