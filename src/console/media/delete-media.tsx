import { useLocation } from 'wouter-preact';
import type { AdminMediaDetails } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { useFilters } from '../lib/filters.ts';
import { counted, t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { say } from '../parts/toasts.tsx';
import { titleOf } from './preview.tsx';
import { UseText } from './uses.tsx';

interface Props {
  readonly media: AdminMediaDetails;
  readonly close: () => void;
}

/** Deletes a file, also one that is shown: its title is typed then. */
export function DeleteMedia({ media, close }: Props) {
  const [, go] = useLocation();
  const { at } = useFilters();
  const { id, uses } = media;
  const title = titleOf(media);
  const remove = async () => {
    await api.call('deleteAdminMedia', { params: { id } });
    say(t('media.deleted', { title }));
    go(at({ id: undefined }));
    await queries.invalidateQueries({ queryKey: ['media'] });
  };
  return (
    <Confirm
      title={t('media.delete.title', { title })}
      close={close}
      submit={t('media.delete')}
      run={remove}
      typed={uses.length > 0 ? title : undefined}
    >
      <p>{t('media.delete.more')}</p>
      {uses.length > 0 && (
        <>
          <p>{counted('media.delete.uses', uses.length)}</p>
          <ul class="list">
            {uses.map((use) => (
              <li key={`${use.type}-${use.id}`}>
                <UseText use={use} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Confirm>
  );
}
