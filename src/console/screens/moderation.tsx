import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminEvent } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Listing } from '../parts/listing.tsx';
import { Reason } from '../parts/reason.tsx';
import { sentenceOf } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';

/** Side events that attendees request. */
export function Moderation({ conference }: { conference: Conference }) {
  const conference_id = conference.id;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [rejected, setRejected] = useState<readonly number[]>([]);
  const events = useRows(['side-events', conference_id], (asked) =>
    api.call('listPendingEvents', { params: { conference_id, sort: 'starts_at', ...asked } }),
  );
  const decide = useMutation({
    mutationFn: ({ ids, reason }: { ids: readonly number[]; reason?: string }) =>
      api.call('reviewEvents', {
        body: {
          ids,
          decision: reason === undefined ? 'approve' : 'reject',
          ...(reason && { reason }),
        },
      }),
    onSuccess: ({ results }) => {
      const failed = results.filter(({ code }) => code !== null);
      say(t('moderation.done', { done: results.length - failed.length, failed: failed.length }));
      setChosen([]);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['side-events'] }),
  });
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('moderation.title')}</h1>
        <button
          type="button"
          class="primary"
          disabled={chosen.length === 0 || decide.isPending}
          onClick={() => decide.mutate({ ids: chosen })}
        >
          {t('moderation.approve', { count: chosen.length })}
        </button>
        <button
          type="button"
          class="bad"
          disabled={chosen.length === 0}
          onClick={() => setRejected(chosen)}
        >
          {t('moderation.reject', { count: chosen.length })}
        </button>
      </div>
      {decide.error && (
        <p class="problem" role="alert">
          {sentenceOf(decide.error)}
        </p>
      )}
      <Listing list={events} empty={t('moderation.none')}>
        {(rows) => <Requests rows={rows} chosen={chosen} toggle={toggle} />}
      </Listing>
      {rejected.length > 0 && (
        <Reason
          title={t('moderation.reject', { count: rejected.length })}
          close={() => setRejected([])}
          submit={(reason) => decide.mutate({ ids: rejected, reason })}
        />
      )}
    </>
  );
}

interface RequestsProps {
  readonly rows: readonly AdminEvent[];
  readonly chosen: readonly number[];
  readonly toggle: (id: number) => void;
}

function Requests({ rows, chosen, toggle }: RequestsProps) {
  return (
    <Table
      label={t('moderation.title')}
      head={[
        { hidden: t('moderation.choose') },
        t('moderation.event'),
        t('moderation.when'),
        t('moderation.by'),
      ]}
    >
      {rows.map(({ id, title, description, starts_at, timezone, venue, submitter }) => (
        <tr key={id}>
          <td>
            <input
              type="checkbox"
              aria-label={t('moderation.choose-name', { name: title })}
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
            />
          </td>
          <th scope="row">
            {title}
            <small>{description}</small>
          </th>
          <td>
            {zoneOf(timezone).moment(starts_at)}
            <small>{venue.name}</small>
          </td>
          <td>{nameOf(submitter)}</td>
        </tr>
      ))}
    </Table>
  );
}
