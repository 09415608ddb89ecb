import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { QuestCodes } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import type { PartProps } from './part-props.ts';

const LAYOUTS = ['sheet', 'grid'] as const;
type Code = QuestCodes['codes'][number];

/** The codes of a quest, as they are printed. The audit log records who opened them. */
export function Codes({ quest: { id, title }, conference }: PartProps) {
  const [layout, setLayout] = useState<(typeof LAYOUTS)[number]>('sheet');
  const [replaced, setReplaced] = useState<Code>();
  const codes = useQuery({
    queryKey: ['quest-codes', id],
    queryFn: () => api.call('listQuestCodes', { params: { id } }),
    // Secrets are not kept for longer than they are shown.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = codes.data?.codes ?? [];
  return (
    <>
      <div class="bar no-print">
        <label class="field">
          {t('quests.codes.layout')}
          <select
            value={layout}
            onChange={(event) =>
              setLayout(LAYOUTS.find((one) => one === event.currentTarget.value) ?? 'sheet')
            }
          >
            {LAYOUTS.map((one) => (
              <option key={one} value={one}>
                {t(`quests.codes.layout.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="btn primary"
          disabled={rows.length === 0}
          onClick={() => print()}
        >
          <Icon name="printer" />
          {t('quests.codes.print')}
        </button>
      </div>
      {codes.error && <Failure error={codes.error} again={codes.refetch} />}
      {codes.isPending && <Loading />}
      {codes.data && rows.length === 0 && <Empty title={t('quests.codes.none')} />}
      <ul class={`codes ${layout}`}>
        {rows.map((one) => (
          <li key={one.task_id}>
            <Sheet code={one} of={`${conference.name} · ${title}`} />
            <button
              type="button"
              class="btn no-print"
              aria-label={t('quests.codes.rotate-name', { title: one.title })}
              onClick={() => setReplaced(one)}
            >
              {t('quests.codes.rotate')}
            </button>
          </li>
        ))}
      </ul>
      {replaced && <Rotate code={replaced} quest_id={id} close={() => setReplaced(undefined)} />}
    </>
  );
}

const Sheet = ({
  code: { code, title, qr_svg, share_url },
  of,
}: {
  code: Code;
  /** The conference and the quest. */
  of: string;
}) => (
  <>
    <p class="muted">{of}</p>
    <h2>{title}</h2>
    <img
      src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
      alt={t('quests.codes.qr', { title })}
    />
    <p>{t(share_url ? 'quests.codes.scan' : 'quests.codes.enter')}</p>
    <code class="secret">{code}</code>
  </>
);

const GRACES = [0, 60, 1_440] as const;
interface RotateProps {
  readonly code: Code;
  readonly quest_id: number;
  readonly close: () => void;
}

/** Makes a new code: what is printed stops to work, at once or after a while. */
function Rotate({ code: { task_id, title }, quest_id, close }: RotateProps) {
  const rotate = useMutation({
    mutationFn: (grace_minutes: number) =>
      api.call('rotateTaskCode', { params: { id: task_id }, body: { grace_minutes } }),
    onSuccess: () => {
      say(t('quests.codes.rotated', { title }));
      close();
      return queries.invalidateQueries({ queryKey: ['quest-codes', quest_id] });
    },
  });
  return (
    <FormDialog
      title={t('quests.codes.rotate-name', { title })}
      close={close}
      submit={t('quests.codes.rotate')}
      send={(form) => rotate.mutate(Number(form.get('grace_minutes')))}
      isBusy={rotate.isPending}
      problem={rotate.error}
    >
      <p>{t('quests.codes.rotate.more')}</p>
      <label class="field">
        {t('quests.codes.grace')}
        <select name="grace_minutes">
          {GRACES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {t(`quests.codes.grace.${minutes}`)}
            </option>
          ))}
        </select>
      </label>
    </FormDialog>
  );
}
