import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type {
  Checkpoint,
  ConferenceCheckInStats,
  NewCheckpoint,
} from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { dayText } from '../lib/zone.ts';
import { Confirm } from '../parts/confirm.tsx';
import { EditDialog } from '../parts/edit-dialog.tsx';
import { Choice, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Sortable } from '../parts/sortable.tsx';
import { EmptyList, Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';

const KINDS = ['entrance', 'room', 'exit'] as const satisfies readonly Checkpoint['kind'][];
const COUNTS = ['once', 'daily', 'each'] as const satisfies readonly Checkpoint['counts'][];

const refreshCheckpoints = () => queries.invalidateQueries({ queryKey: ['checkpoints'] });

type Stats = ConferenceCheckInStats['checkpoints'][number];

/** The places where people are scanned, in the order of the organizers, with how many came on each day. */
export function Checkpoints({ conference: { id: conference_id } }: { conference: Conference }) {
  const isEditor = useMay()('content:write');
  const [editing, setEditing] = useState<Checkpoint | 'new'>();
  const [closing, setClosing] = useState<Checkpoint>();
  const params = { conference_id };
  const found = useQuery({
    queryKey: ['checkpoints', conference_id],
    queryFn: async () => (await api.call('listCheckpoints', { params })).checkpoints,
  });
  const stats = useQuery({
    queryKey: ['checkpoints', conference_id, 'stats'],
    queryFn: async () => (await api.call('getConferenceCheckInStats', { params })).checkpoints,
  });
  const order = useMutation({
    mutationFn: (rows: readonly Checkpoint[]) =>
      api.call('orderCheckpoints', { params, body: { ids: rows.map(({ id }) => id) } }),
    onSuccess: () => say(t('checkpoints.order.saved')),
    onError: (error) => say(sentenceOf(error)),
    onSettled: refreshCheckpoints,
  });
  const statsOf = (id: number) => stats.data?.find((one) => one.id === id);
  const line = (row: Checkpoint) => (
    <Line
      row={row}
      stats={statsOf(row.id)}
      {...(isEditor && { edit: () => setEditing(row), close: () => setClosing(row) })}
    />
  );
  const rows = found.data ?? [];
  const retired = stats.data?.filter(({ id }) => !rows.some((row) => row.id === id)) ?? [];
  return (
    <section aria-labelledby="checkpoints">
      <h2 id="checkpoints">{t('checkpoints.title')}</h2>
      <p class="muted">{t('checkpoints.more')}</p>
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {found.isPending && <Loading />}
      {found.data?.length === 0 && <EmptyList title={t('checkpoints.none')} />}
      <div class="speakers">
        {isEditor ? (
          <Sortable
            label={t('checkpoints.title')}
            rows={rows}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            order={order.mutate}
          >
            {line}
          </Sortable>
        ) : (
          <ol aria-label={t('checkpoints.title')}>
            {rows.map((row) => (
              <li key={row.id}>{line(row)}</li>
            ))}
          </ol>
        )}
        {found.data && retired.length > 0 && (
          <ul aria-label={t('checkpoints.retired')}>
            {retired.map((one) => (
              <li key={one.id}>
                <Line row={{ name: one.name }} stats={one} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {isEditor && (
        <button type="button" class="btn" onClick={() => setEditing('new')}>
          <Icon name="plus" />
          {t('checkpoints.create')}
        </button>
      )}
      {editing && (
        <Edit
          conference_id={conference_id}
          row={editing === 'new' ? undefined : editing}
          close={() => setEditing(undefined)}
        />
      )}
      {closing && (
        <Confirm
          title={t('checkpoints.delete.name', closing)}
          submit={t('checkpoints.delete')}
          close={() => setClosing(undefined)}
          run={async () => {
            const { id: checkpoint_id, name, version: ifMatch } = closing;
            await api.call('deleteCheckpoint', { params: { ...params, checkpoint_id }, ifMatch });
            say(t('checkpoints.deleted', { name }));
            await refreshCheckpoints();
          }}
        >
          <p>{t('checkpoints.delete.more')}</p>
        </Confirm>
      )}
    </section>
  );
}

interface LineProps {
  /** A retired one has no kind any more. */
  readonly row: Pick<Checkpoint, 'name'> & Partial<Pick<Checkpoint, 'kind' | 'counts'>>;
  readonly stats: Stats | undefined;
  readonly edit?: () => void;
  readonly close?: () => void;
}

function Line({ row: { name, kind, counts }, stats, edit, close }: LineProps) {
  const what = kind
    ? [t(`checkpoints.kind.${kind}`), counts && t(`checkpoints.counts.${counts}`)]
    : [t('checkpoints.retired')];
  return (
    <span class="speaker">
      <span>
        {edit ? (
          <button
            type="button"
            class="btn quiet"
            aria-label={t('checkpoints.edit', { name })}
            onClick={edit}
          >
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi>{name}</bdi>
        )}
        <small>{what.filter(Boolean).join(' · ')}</small>
        {stats?.days.map(({ day, ...numbers }) => (
          <small key={day}>{t('checkpoints.day', { day: dayText(day), ...numbers })}</small>
        ))}
      </span>
      <span class="pills">
        {typeof stats?.inside === 'number' && (
          <span class="tag">{t('checkpoints.inside', { count: stats.inside })}</span>
        )}
        {close && (
          <button
            type="button"
            class="btn quiet only"
            aria-label={t('checkpoints.delete.name', { name })}
            onClick={close}
          >
            <Icon name="trash-2" />
          </button>
        )}
      </span>
    </span>
  );
}

interface EditProps {
  readonly conference_id: number;
  /** Undefined for a new one. */
  readonly row: Checkpoint | undefined;
  readonly close: () => void;
}

const Edit = ({ conference_id, row, close }: EditProps) => (
  <EditDialog<NewCheckpoint, Checkpoint>
    title={row ? t('checkpoints.edit', row) : t('checkpoints.create')}
    read={row}
    fieldsOf={(form) => ({
      name: textOf(form, 'name'),
      kind: textOf(form, 'kind') as Checkpoint['kind'],
      counts: textOf(form, 'counts') as Checkpoint['counts'],
    })}
    save={(changes, { ifMatch, idempotencyKey }) => {
      const params = { conference_id };
      if (!row) {
        const body = { name: '', kind: KINDS[0], counts: COUNTS[0], ...changes };
        return api.call('createCheckpoint', { params, body, idempotencyKey });
      }
      const of = { ...params, checkpoint_id: row.id };
      return api.call('updateCheckpoint', { params: of, body: changes, ifMatch });
    }}
    saved={async ({ name }) => {
      say(t('checkpoints.saved', { name }));
      await refreshCheckpoints();
    }}
    close={close}
    label={(field) => t(`checkpoints.field.${field}`)}
  >
    <TextField
      name="name"
      label={t('checkpoints.field.name')}
      required
      maxLength={100}
      value={row?.name}
    />
    <Choice
      name="kind"
      label={t('checkpoints.field.kind')}
      values={KINDS}
      value={row?.kind}
      textOf={(kind) => t(`checkpoints.kind.${kind}`)}
    />
    <Choice
      name="counts"
      label={t('checkpoints.field.counts')}
      values={COUNTS}
      value={row?.counts}
      textOf={(counts) => t(`checkpoints.counts.${counts}`)}
    />
  </EditDialog>
);
