import { useMutation } from '@tanstack/preact-query';
import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { codeText, sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';
import {
  isExpected,
  isWithdrawable,
  refreshAttendees,
  sayDone,
  titleOf,
  whoOf,
} from './operations.ts';
import { MAX_CHOSEN, type Selection } from './selection.ts';

const Withdraw = lazy(() => import('./withdraw.tsx').then((file) => file.Withdraw));

interface Props {
  readonly selection: Selection;
  readonly conference: Conference;
}

/** What can be done with all chosen rows at once. */
export function BulkBar({ selection, conference }: Props) {
  const may = useMay();
  const [opened, setOpened] = useState<'withdraw'>();
  const { chosen, clear } = selection;
  const expected = chosen.filter(isExpected);
  const withdrawable = chosen.filter(isWithdrawable);
  const users = chosen.flatMap(({ user }) => user?.id ?? []);
  const enter = useCheckIns(selection, conference.id);
  const close = () => setOpened(undefined);
  if (chosen.length === 0) return null;
  return (
    <>
      <section class="bulk" aria-label={t('attendees.chosen')}>
        <strong role="status">{t('table.chosen', { count: chosen.length })}</strong>
        {chosen.length > MAX_CHOSEN && (
          <span class="problem">{t('attendees.too-many', { max: MAX_CHOSEN })}</span>
        )}
        {may('door:check-in') && (
          <button
            type="button"
            class="btn"
            disabled={expected.length === 0 || chosen.length > MAX_CHOSEN || enter.isPending}
            onClick={() => enter.mutate(expected)}
          >
            <Icon name="scan-line" />
            {t('attendees.check-in-count', { count: expected.length })}
          </button>
        )}
        {may('broadcasts:write') && users.length > 0 && chosen.length <= MAX_CHOSEN && (
          <Link class="btn" href={`/c/${conference.id}/broadcasts?edit=new&users=${users.join()}`}>
            <Icon name="send" />
            {t('attendees.message', { count: users.length })}
          </Link>
        )}
        {may('attendees:export') && chosen.length <= MAX_CHOSEN && (
          <a class="btn" href={badgesOf(conference.id, chosen)} target="_blank" rel="noreferrer">
            <Icon name="id-card" />
            {t('attendees.badges.count', { count: chosen.length })}
          </a>
        )}
        {may('attendees:write') && (
          <button
            type="button"
            class="btn"
            disabled={withdrawable.length === 0 || chosen.length > MAX_CHOSEN}
            onClick={() => setOpened('withdraw')}
          >
            <Icon name="circle-minus" />
            {t('attendees.withdraw-count', { count: withdrawable.length })}
          </button>
        )}
        <button
          type="button"
          class="btn only"
          aria-label={t('attendees.choose-none')}
          onClick={clear}
        >
          <Icon name="x" />
        </button>
        <div role="alert">
          {enter.error && <p class="problem">{sentenceOf(enter.error)}</p>}
          {enter.data?.map(({ name, error }) => (
            <p key={name} class="problem">
              {[name, error].join(': ')}
            </p>
          ))}
        </div>
      </section>
      <Suspense fallback={null}>
        {opened === 'withdraw' && (
          <Withdraw rows={withdrawable} conference={conference} close={close} done={clear} />
        )}
      </Suspense>
    </>
  );
}

/** The page of badges of chosen rows. */
function badgesOf(conference_id: number, chosen: Selection['chosen']): string {
  const ids = chosen.flatMap(({ user }) => user?.id ?? []).join() || undefined;
  const invitation_ids = chosen.flatMap((row) => row.invitation_id ?? []).join() || undefined;
  return api.url('listBadges', { conference_id, ids, invitation_ids });
}

/** Checks rows in, with undo for those who were not in before. Answers who was refused, and why. */
const useCheckIns = ({ clear }: Selection, conference_id: number) =>
  useMutation({
    mutationFn: async (rows: Selection['chosen']) => {
      const params = { conference_id };
      // A nonce for each: a scan that is sent again gets its first result.
      const check_ins = rows.map((row) => ({ ...whoOf(row), nonce: crypto.randomUUID() }));
      const { results } = await api.call('checkInConferenceAttendees', {
        params,
        body: { check_ins },
      });
      const done = rows.filter((_, at) => results[at]?.status === 'checked_in');
      const text = counted('attendees.checked-in', done.length);
      if (done.length === 0) say(text);
      else {
        sayDone(text, async () => {
          for (const row of done) {
            await api.call('undoConferenceCheckIn', { params, body: whoOf(row) });
          }
        });
      }
      return rows.flatMap((row, at) => {
        const { code = null } = results[at] ?? {};
        return code === null ? [] : [{ name: titleOf(row), error: codeText(code) }];
      });
    },
    onSuccess: (refused) => {
      if (refused.length === 0) clear();
    },
    onSettled: refreshAttendees,
  });
