import { useMutation } from '@tanstack/preact-query';
import { useRef, useState } from 'preact/hooks';
import type { AdminUserDetails, PointAdjustment } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { number, t } from '../lib/text.ts';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

interface Props {
  readonly user: AdminUserDetails;
  readonly conference: Conference;
}

/** Adds or takes points by hand, with a reason that the user reads. */
export function AdjustPoints({ user, conference }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="btn" onClick={() => setOpen(true)}>
        {t('people.points.open')}
      </button>
      {isOpen && <Form user={user} conference={conference} close={() => setOpen(false)} />}
    </>
  );
}

const refresh = () => queries.invalidateQueries({ queryKey: ['people'] });

function Form({ user, conference, close }: Props & { close: () => void }) {
  // One for the form: a second click, or a repeated try, adds nothing.
  const idempotencyKey = useRef(crypto.randomUUID());
  const adjust = useMutation({
    mutationFn: (fields: FormData) =>
      api.call('adjustPoints', {
        body: {
          user_id: user.id,
          delta: Number(textOf(fields, 'delta')),
          reason: textOf(fields, 'reason'),
          ...(fields.has('here') && { conference_id: conference.id }),
        },
        idempotencyKey: idempotencyKey.current,
      }),
  });
  const onSuccess = async (done: PointAdjustment) => {
    say(t('people.points.done', { name: nameOf(user), points: number(done.points) }), () =>
      takeBack(done),
    );
    close();
    await refresh();
  };
  return (
    <FormDialog
      title={t('people.points.title', { name: nameOf(user) })}
      close={close}
      submit={t('people.points.submit')}
      // After two clicks only the last call says so: one toast, one undo.
      send={(fields) => adjust.mutate(fields, { onSuccess })}
      change={() => {
        idempotencyKey.current = crypto.randomUUID();
      }}
      isBusy={adjust.isPending}
      problem={adjust.error}
    >
      <p>{t('people.points.now', { points: number(user.points) })}</p>
      <label class="field">
        {t('people.points.delta')}
        <input
          name="delta"
          required
          inputMode="numeric"
          pattern="[+\-]?[0-9]{1,6}"
          title={t('people.points.form')}
          autocomplete="off"
        />
      </label>
      <label class="field">
        {t('reason.label')}
        <input name="reason" required maxLength={500} autocomplete="off" />
      </label>
      <label class="check">
        <input name="here" type="checkbox" defaultChecked />
        {t('people.points.here', { name: conference.name })}
      </label>
    </FormDialog>
  );
}

/** The inverse: as many points the other way, with the same reason. */
async function takeBack({ user_id, delta, reason, conference_id }: PointAdjustment): Promise<void> {
  const here = conference_id === null ? {} : { conference_id };
  await api
    .call('adjustPoints', { body: { user_id, delta: -delta, reason, ...here } })
    .catch((error: unknown) => say(sentenceOf(error)));
  await refresh();
}
