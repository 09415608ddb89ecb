import { useInfiniteQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';

/** A page of any list. One with cursors has `next_cursor`, one by number has the others. */
interface Page {
  readonly data: readonly unknown[];
  readonly pagination: {
    readonly next_cursor?: string | null;
    readonly page?: number;
    readonly pages?: number;
  };
}
/** What asks for a page; the first one has neither cursor nor number. */
interface Asked {
  readonly limit: number;
  readonly cursor?: string;
  readonly page?: number;
}

const FIRST: Asked = { limit: 50 };

/** The rows of a list, page by page. `read` asks the service for one page. */
export function useRows<P extends Page>(
  queryKey: readonly unknown[],
  read: (asked: Asked, signal: AbortSignal) => Promise<P>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: FIRST,
    getNextPageParam: ({ pagination }: P) => nextOf(pagination),
  });
  const pages = query.data?.pages;
  // The same array until something changes, so that no long table is drawn again for nothing.
  const rows = useMemo(
    () => pages?.flatMap(({ data }) => data as readonly P['data'][number][]),
    [pages],
  );
  return {
    /** Undefined until the first page is here. */
    rows,
    /** The first page, which may have counts. */
    first: pages?.[0],
    error: query.error,
    hasMore: query.hasNextPage,
    isReading: query.isFetching,
    more: () => void query.fetchNextPage(),
    again: () => query.refetch(),
  };
}

function nextOf({ next_cursor, page = 1, pages = 1 }: Page['pagination']): Asked | undefined {
  if (next_cursor) return { ...FIRST, cursor: next_cursor };
  return next_cursor === undefined && page < pages ? { ...FIRST, page: page + 1 } : undefined;
}

/** What a list needs to show its rows. */
export interface Rows<R> {
  readonly rows: readonly R[] | undefined;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly more: () => void;
  readonly again: () => unknown;
}
