import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { ParticipantStatus, QuestParticipant } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';
import type { PartProps } from './part-props.ts';

const STATUSES = [
  'in_progress',
  'completed',
  'admitted',
] as const satisfies readonly ParticipantStatus[];
/** The first is that of the list. */
const SORTS = ['-points', 'points', 'started_at', '-started_at'] as const;

/** The participants of a quest with their points, page by page by cursor. */
export function Participants({ quest, conference }: PartProps) {
  const { id } = quest;
  const may = useMay();
  const { of, oneOf } = useFilters();
  const [adjusted, setAdjusted] = useState<QuestParticipant>();
  const status = oneOf('status', STATUSES);
  const sort = oneOf('sort', SORTS) ?? SORTS[0];
  const q = of('q')?.trim();
  const filters = { sort, ...(status && { status }), ...(q && { q }) };
  const list = useRows(['quests', 'participants', id, filters], (asked, signal) =>
    api.call('listQuestParticipants', { params: { id, ...filters, ...asked }, signal }),
  );
  return (
    <>
      <Filters
        search={{ label: t('filter.people') }}
        filters={[
          choice({
            name: 'status',
            label: t('quests.status'),
            values: STATUSES,
            text: (one) => t(`quests.status.${one}`),
          }),
        ]}
      />
      <Listing list={list} empty={t('quests.participants.none')}>
        {(rows) => (
          <Rows
            rows={rows}
            timezone={conference.timezone}
            tasks={quest.task_count}
            adjust={may('points:write') ? setAdjusted : undefined}
          />
        )}
      </Listing>
      {adjusted && (
        <AdjustPoints quest_id={id} participant={adjusted} close={() => setAdjusted(undefined)} />
      )}
    </>
  );
}

const sortsOf = (sorts: readonly (typeof SORTS)[number][]) =>
  Object.fromEntries(sorts.map((one) => [one, t(`quests.sort.${one}`)]));

interface RowsProps {
  readonly rows: readonly QuestParticipant[];
  readonly timezone: string;
  /** The number of tasks of the quest. */
  readonly tasks: number;
  readonly adjust: ((participant: QuestParticipant) => void) | undefined;
}

function Rows({ rows, timezone, tasks, adjust }: RowsProps) {
  const { moment } = zoneOf(timezone);
  return (
    <Table
      label={t('quests.participants')}
      head={[
        t('quests.name'),
        t('quests.status'),
        { number: t('quests.field.points'), sorts: sortsOf(['points']) },
        { number: t('quests.tasks-done') },
        { text: t('quests.started'), sorts: sortsOf(['started_at', '-started_at']) },
        ...(adjust ? [{ hidden: t('quests.actions') }] : []),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.user.id}>
          <th scope="row">
            {nameOf(row.user)}
            <small>{row.user.company}</small>
          </th>
          <td>{t(`quests.status.${row.status}`)}</td>
          <td class="number">{number(row.points)}</td>
          <td class="number">{t('quests.done-of', { done: row.completed_tasks, all: tasks })}</td>
          <td>{row.started_at && moment(row.started_at)}</td>
          {adjust && (
            <td class="buttons">
              <button
                type="button"
                class="btn"
                aria-label={t('quests.adjust-name', { name: nameOf(row.user) })}
                onClick={() => adjust(row)}
              >
                {t('quests.adjust')}
              </button>
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

interface AdjustProps {
  readonly quest_id: number;
  readonly participant: QuestParticipant;
  readonly close: () => void;
}

const MAX_DELTA = 100_000;

/** Gives or takes points by hand. The toast gives them back. */
function AdjustPoints({ quest_id, participant: { user }, close }: AdjustProps) {
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const name = nameOf(user);
  const adjust = useMutation({
    mutationFn: (by: { delta: number; reason: string; idempotencyKey: string }) => {
      const { idempotencyKey: key, ...given } = by;
      const body = { user_id: user.id, quest_id, ...given };
      return api.call('adjustPoints', { body, idempotencyKey: key });
    },
    onSuccess: ({ delta, points }, { reason }) => {
      say(t('quests.adjusted', { name, points }), () =>
        adjust.mutate({ delta: -delta, reason, idempotencyKey: crypto.randomUUID() }),
      );
      close();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['quests'] }),
  });
  return (
    <FormDialog
      title={t('quests.adjust-name', { name })}
      close={close}
      submit={t('quests.adjust.submit')}
      send={(form) =>
        adjust.mutate({
          delta: Number(form.get('delta')),
          reason: textOf(form, 'reason'),
          idempotencyKey,
        })
      }
      change={() => setKey(crypto.randomUUID())}
      isBusy={adjust.isPending}
      problem={adjust.error}
    >
      <label class="field">
        {t('quests.adjust.delta')}
        <input name="delta" type="number" required min={-MAX_DELTA} max={MAX_DELTA} />
      </label>
      <label class="field">
        {t('quests.adjust.reason')}
        <input name="reason" required maxLength={500} autocomplete="off" />
      </label>
    </FormDialog>
  );
}
