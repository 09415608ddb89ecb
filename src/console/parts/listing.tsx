import type { ComponentChildren } from 'preact';
import type { Rows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { Empty, EmptyList, type EmptyListProps, Failure, Loading } from './states.tsx';

interface Props<R> extends Pick<EmptyListProps, 'filters' | 'clear'> {
  readonly list: Rows<R>;
  /** What an empty list says. */
  readonly empty: string;
  /** What to do about it, where that is no button on top. */
  readonly action?: ComponentChildren;
  readonly children: (rows: readonly R[]) => ComponentChildren;
}

/** A list in each of its states: loading, failed, empty, or its rows with a button for more. */
export function Listing<R>({ list, empty, action, children, ...filters }: Props<R>) {
  const { rows, error, hasMore, isReading, more, again } = list;
  return (
    <>
      {error && <Failure error={error} again={again} />}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && action && <Empty title={empty}>{action}</Empty>}
      {rows?.length === 0 && !action && <EmptyList title={empty} {...filters} />}
      {rows && rows.length > 0 && children(rows)}
      {hasMore && (
        <button type="button" class="btn" disabled={isReading} onClick={more}>
          {t('table.more')}
        </button>
      )}
    </>
  );
}
