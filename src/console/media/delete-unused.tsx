import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, queries } from '../lib/api.ts';
import { counted, t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { say } from '../parts/toasts.tsx';

/** As many as one request deletes. */
const MAX = 100;

/** Files that nothing shows, chosen to be deleted at once. */
export function useUnused() {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const remove = useMutation({
    mutationFn: (ids: readonly number[]) => api.call('deleteUnusedMedia', { body: { ids } }),
    onSuccess: ({ results }) => {
      const failed = results.filter(({ code }) => code);
      say(t('media.unused.done', { done: results.length - failed.length, failed: failed.length }));
      // What was refused stays chosen, with its reason above the list.
      setChosen(failed.map(({ id }) => id));
      return queries.invalidateQueries({ queryKey: ['media'] });
    },
  });
  return {
    chosen,
    remove,
    toggle: (id: number) =>
      setChosen(
        chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-MAX),
      ),
  };
}

/** The button, the question before it, and what was refused. */
export function DeleteUnused({ unused }: { unused: ReturnType<typeof useUnused> }) {
  const { chosen, remove } = unused;
  const [isOpen, setOpen] = useState(false);
  const failed = remove.data?.results.filter(({ code }) => code) ?? [];
  return (
    <>
      <div class="buttons start">
        <button
          type="button"
          class="btn bad"
          disabled={chosen.length === 0}
          onClick={() => setOpen(true)}
        >
          {counted('media.unused.delete', chosen.length)}
        </button>
      </div>
      <div role="alert">
        {failed.map(({ id, error = '' }) => (
          <p key={id} class="problem">
            {t('media.unused.refused', { id: String(id), error })}
          </p>
        ))}
      </div>
      {isOpen && (
        <Confirm
          title={counted('media.unused.delete', chosen.length)}
          close={() => setOpen(false)}
          submit={t('media.delete')}
          run={() => remove.mutateAsync(chosen)}
        >
          <p>{t('media.delete.more')}</p>
          <p>{t('media.unused.more')}</p>
        </Confirm>
      )}
    </>
  );
}
