import { useInfiniteQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { nextPage } from '../../client/pages.ts';

/** What asks for a page; the first one has neither cursor nor number. */
interface Asked {
  readonly limit: number;
  readonly cursor?: string;
  readonly page?: number;
}

const FIRST: Asked = { limit: 50 };

/** The rows of a list, page by page. `read` asks the service for one page. */
export function useRows<P extends { readonly data: readonly unknown[] }>(
  queryKey: readonly unknown[],
  read: (asked: Asked, signal: AbortSignal) => Promise<P>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: FIRST,
    getNextPageParam: (page: P) => {
      const next = nextPage(page);
      return next && { ...FIRST, ...next };
    },
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

/** What a list needs to show its rows. */
export interface Rows<R> {
  readonly rows: readonly R[] | undefined;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly more: () => void;
  readonly again: () => unknown;
}
