import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminUserDetails } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

/** Blocks or unblocks a user, with a reason for other organizers. */
export function Block({ user }: { user: AdminUserDetails }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={user.is_blocked ? 'btn' : 'btn bad'}
        onClick={() => setOpen(true)}
      >
        {t(user.is_blocked ? 'people.unblock' : 'people.block')}
      </button>
      {isOpen && <Form user={user} close={() => setOpen(false)} />}
    </>
  );
}

const call = (id: number, blocks: boolean, reason: string) =>
  api.call(blocks ? 'blockUser' : 'unblockUser', {
    params: { id },
    body: reason ? { reason } : {},
  });
const refresh = () => queries.invalidateQueries({ queryKey: ['people'] });

function Form({ user, close }: { user: AdminUserDetails; close: () => void }) {
  // As it was when the form opened.
  const [blocks] = useState(!user.is_blocked);
  const name = nameOf(user);
  const save = useMutation({
    mutationFn: (fields: FormData) => call(user.id, blocks, textOf(fields, 'reason')),
    onSuccess: async () => {
      say(t(blocks ? 'people.block.done' : 'people.unblock.done', { name }), () =>
        call(user.id, !blocks, '')
          .catch((error: unknown) => say(sentenceOf(error)))
          .finally(refresh),
      );
      close();
      await refresh();
    },
  });
  return (
    <FormDialog
      title={t(blocks ? 'people.block.title' : 'people.unblock.title', { name })}
      close={close}
      submit={t(blocks ? 'people.block' : 'people.unblock')}
      send={save.mutate}
      isBusy={save.isPending}
      problem={save.error}
    >
      <p>{t(blocks ? 'people.block.more' : 'people.unblock.more')}</p>
      <label class="field">
        {t('people.block.reason')}
        <input name="reason" maxLength={500} autocomplete="off" required={blocks} />
      </label>
    </FormDialog>
  );
}
