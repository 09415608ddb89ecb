/** What a page says about the next one: a list has cursors, or pages by number. */
interface Paged {
  readonly pagination?: {
    readonly next_cursor?: string | null;
    readonly page?: number;
    readonly pages?: number;
  };
}

/**
 * The parameters that ask for the page after this one; undefined for the last page.
 * @param page the answer of any list
 */
export function nextPage(page: object): { cursor: string } | { page: number } | undefined {
  const { next_cursor: cursor, page: number = 1, pages = 1 } = (page as Paged).pagination ?? {};
  if (cursor) return { cursor };
  // A list with cursors has null after its last page.
  return cursor === undefined && number < pages ? { page: number + 1 } : undefined;
}
