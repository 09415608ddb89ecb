import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { OwnAccess } from '../client/operations.d.ts';
import { api } from './lib/api.ts';
import type { Conference } from './lib/conference.ts';
import { scopeLines } from './lib/scopes.ts';
import { signOutEverywhere } from './lib/session.ts';
import { t } from './lib/text.ts';
import { leave } from './lib/unsaved.ts';
import { zoneOf } from './lib/zone.ts';
import { Confirm } from './parts/confirm.tsx';
import { Dialog } from './parts/dialog.tsx';
import { Failure, Loading } from './parts/states.tsx';

interface Props {
  readonly access: OwnAccess;
  readonly conferences: readonly Conference[];
  readonly timezone: string;
  readonly close: () => void;
}

/** Who is signed in, what they may do, and until when. */
export function Account({ access, conferences, timezone, close }: Props) {
  const [isEnding, setEnding] = useState(false);
  const { moment, dated } = zoneOf(timezone);
  const session = useQuery({
    queryKey: ['own-session'],
    queryFn: () => api.call('getAdminSession'),
  });
  const { administrator, name, key, scopes, conference_ids, expires_at } = access;
  const where = conferences.filter(({ id }) => conference_ids?.includes(id));
  return (
    <Dialog title={t('account.title')} close={close}>
      <dl class="facts">
        <div>
          <dt>{t('account.key')}</dt>
          <dd>
            {administrator ? `${administrator.name} · ${name}` : name}
            <small>{key}</small>
          </dd>
        </div>
        <div>
          <dt>{t('account.scopes')}</dt>
          <dd>
            <ul>
              {scopeLines(scopes).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt>{t('account.conferences')}</dt>
          <dd>
            {conference_ids
              ? where.map((one) => one.name).join(', ')
              : t('account.conferences.all')}
          </dd>
        </div>
        <div>
          <dt>{t('account.ends')}</dt>
          <dd>{expires_at ? at(dated(expires_at), timezone) : t('account.ends.never')}</dd>
        </div>
        <div>
          <dt>{t('account.session')}</dt>
          <dd>
            {session.data &&
              t('account.session.times', {
                from: moment(session.data.created_at),
                to: at(moment(session.data.ends_at), timezone),
              })}
            {session.isPending && <Loading />}
            {session.error && <Failure error={session.error} again={session.refetch} />}
          </dd>
        </div>
      </dl>
      <div class="buttons">
        <button type="button" class="btn bad" onClick={() => leave(() => setEnding(true))}>
          {t('account.end-all')}
        </button>
        <button type="button" class="btn primary" onClick={close}>
          {t('dialog.close')}
        </button>
      </div>
      {isEnding && (
        <Confirm
          title={t('account.end-all')}
          submit={t('account.end-all')}
          close={() => setEnding(false)}
          run={signOutEverywhere}
        >
          <p>{t('account.end-all.more')}</p>
        </Confirm>
      )}
    </Dialog>
  );
}

const at = (moment: string, zone: string): string => t('account.at', { moment, zone });
