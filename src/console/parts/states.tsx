import type { ComponentChildren } from 'preact';
import { ApiError } from '../../client/api-error.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';

export const Loading = () => (
  <div class="state" role="status">
    <span class="spinner" aria-hidden="true" />
    {t('state.loading')}
  </div>
);

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="state">
    <strong>{title}</strong>
    {children}
  </div>
);

/** Why something could not be read, with the id by which operators find the request. */
export function Failure({ error, again }: { error: Error; again?: () => unknown }) {
  const { requestId, status } = error instanceof ApiError ? error : {};
  if (status === 403) return <Empty title={t('state.denied')}>{t('state.denied.more')}</Empty>;
  return (
    <div class="state bad" role="alert">
      <strong>{sentenceOf(error)}</strong>
      {requestId && <small>{t('state.request', { id: requestId })}</small>}
      {again && (
        <button type="button" onClick={() => again()}>
          {t('state.again')}
        </button>
      )}
    </div>
  );
}
