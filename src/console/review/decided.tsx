import { useState } from 'preact/hooks';
import type { QuestSubmissionReview } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Confirm } from '../parts/confirm.tsx';
import { TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';

interface Props {
  readonly conference: Conference;
  readonly status: 'approved' | 'rejected';
}

/** The proofs that reviewers approved or rejected, the latest first, each of which can be undone. */
export function Decided({ conference: { id: conference_id, timezone }, status }: Props) {
  const [undone, setUndone] = useState<QuestSubmissionReview>();
  const list = useRows(['submissions', conference_id, status], (asked, signal) =>
    api.call('listQuestSubmissions', {
      params: { conference_id, status, sort: '-status_since', ...asked },
      signal,
    }),
  );
  return (
    <>
      <Listing list={list} empty={t(`review.none.${status}`)}>
        {(rows) => (
          <Table
            label={t(`review.tab.${status}`)}
            head={[
              t('review.person'),
              t('review.proof'),
              t('review.reviewer'),
              t('review.decided', { zone: timezone }),
              { hidden: t('keys.actions') },
            ]}
          >
            {rows.map((row) => (
              <Row key={row.user_quest_task_id} row={row} timezone={timezone} undo={setUndone} />
            ))}
          </Table>
        )}
      </Listing>
      {undone && <Undo proof={undone} close={() => setUndone(undefined)} />}
    </>
  );
}

interface RowProps {
  readonly row: QuestSubmissionReview;
  readonly timezone: string;
  readonly undo: (row: QuestSubmissionReview) => void;
}

function Row({ row, timezone, undo }: RowProps) {
  const { user, task, quest, text, media, reviewer, decided_at, reason } = row;
  return (
    <tr>
      <th scope="row">{nameOf(user)}</th>
      <td>
        {text}
        {media && (
          <a href={media.url} target="_blank" rel="noreferrer">
            {t('review.open')}
          </a>
        )}
        <small>
          {t('review.task', { task: task.title, quest: quest.title, points: task.points })}
        </small>
      </td>
      <td>
        {reviewer?.administrator?.name ?? reviewer?.key}
        {reason && <small>{reason}</small>}
      </td>
      <td>{decided_at && zoneOf(timezone).moment(decided_at)}</td>
      <td class="buttons">
        <button
          type="button"
          class="btn"
          onClick={() => undo(row)}
          aria-label={t('review.undo-name', { name: nameOf(user), task: task.title })}
        >
          {t('review.undo')}
        </button>
      </td>
    </tr>
  );
}

/** Asks why: points are taken back, and the user reads the reason. */
const Undo = ({ proof, close }: { proof: QuestSubmissionReview; close: () => void }) => (
  <Confirm
    title={t('review.undo-name', { name: nameOf(proof.user), task: proof.task.title })}
    submit={t('review.undo')}
    close={close}
    run={async (fields) => {
      await api.call('reopenQuestTask', {
        params: { user_quest_task_id: proof.user_quest_task_id },
        body: { reason: textOf(fields, 'reason') },
      });
      say(t('review.undone', { name: nameOf(proof.user), task: proof.task.title }));
      await queries.invalidateQueries({ queryKey: ['submissions'] });
    }}
  >
    <p>{t(proof.status === 'approved' ? 'review.undo.points' : 'review.undo.more')}</p>
    <TextField
      name="reason"
      label={t('review.undo.reason')}
      value={t('review.mistake')}
      required
      maxLength={500}
    />
  </Confirm>
);
