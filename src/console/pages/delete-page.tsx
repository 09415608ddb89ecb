import type { AdminInformationPage } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { say } from '../parts/toasts.tsx';
import { refreshPages } from './read-pages.ts';

interface Props {
  readonly conference: Conference;
  readonly page: AdminInformationPage;
  readonly close: () => void;
}

export const DeletePage = ({ conference, page: { id, title, version }, close }: Props) => (
  <Confirm
    title={t('pages.delete.name', { title })}
    submit={t('pages.delete')}
    close={close}
    run={async () => {
      const params = { conference_id: conference.id, id };
      await api.call('deleteConferencePage', { params, ifMatch: version });
      say(t('pages.deleted', { title }));
      await refreshPages();
    }}
  >
    <p>{t('pages.delete.more')}</p>
  </Confirm>
);
