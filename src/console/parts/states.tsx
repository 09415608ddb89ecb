import type { ComponentChildren } from 'preact';
import { createPortal } from 'preact/compat';
import { ApiError } from '../../client/api-error.ts';
import { useFilters } from '../lib/filters.ts';
import { sentenceOf } from '../lib/problems.ts';
import { signal } from '../lib/signal.ts';
import { t } from '../lib/text.ts';
import { Icon } from './icon.tsx';

export const Loading = () => (
  <div class="state" role="status">
    <span class="spinner" aria-hidden="true" />
    {t('state.loading')}
  </div>
);

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="state">
    <Icon name="circle-dashed" />
    <strong>{title}</strong>
    {children}
  </div>
);

/** Where the actions of an empty list are. */
const place = signal<HTMLElement | null>(null);

/** The buttons that add rows: on top of the screen, and beside the sentence of a list that has none. */
export function Actions({ children }: { children: ComponentChildren }) {
  const at = place.use();
  return at ? createPortal(children, at) : children;
}

export interface EmptyListProps {
  readonly title: string;
  /** The names of the filters of this list; by default all of the address. */
  readonly filters?: readonly string[] | undefined;
  /** Of a list whose filters are not in the address; undefined while none is on. */
  readonly clear?: (() => void) | undefined;
}

/** A list without rows: its filters can be cleared; without filters, rows can be added. */
export function EmptyList({ title, filters, clear }: EmptyListProps) {
  const { on, set } = useFilters();
  const names = on().filter((name) => filters?.includes(name) ?? true);
  const clearAll = () => set(Object.fromEntries(names.map((name) => [name, undefined])));
  const run = clear ?? (names.length > 0 ? clearAll : undefined);
  return (
    <Empty title={title}>
      {run ? (
        <button type="button" class="btn" onClick={run}>
          {t('filter.clear')}
        </button>
      ) : (
        <div class="buttons" ref={place.set} />
      )}
    </Empty>
  );
}

/** Why something could not be read, with the id by which operators find the request. */
export function Failure({ error, again }: { error: Error; again?: () => unknown }) {
  const { requestId, status } = error instanceof ApiError ? error : {};
  if (status === 403) return <Empty title={t('state.denied')}>{t('state.denied.more')}</Empty>;
  return (
    <div class="state bad" role="alert">
      <Icon name="triangle-alert" />
      <strong>{sentenceOf(error)}</strong>
      {requestId && <small>{t('state.request', { id: requestId })}</small>}
      {again && (
        <button type="button" class="btn" onClick={() => again()}>
          {t('state.again')}
        </button>
      )}
    </div>
  );
}
