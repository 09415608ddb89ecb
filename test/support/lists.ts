import type supertest from 'supertest';

interface Page {
  readonly pagination: { readonly next_cursor?: string | null };
}
interface Rows {
  readonly data: readonly { readonly id: number }[];
}
interface Persons {
  readonly data: readonly { readonly user: { readonly id: number } }[];
}

type Agent = ReturnType<typeof supertest.agent>;

export const idsIn = ({ data }: Rows): number[] => data.map(({ id }) => id);
/** The ids of the people in a list that has each person once. */
export const peopleIn = ({ data }: Persons): number[] => data.map(({ user }) => user.id);

/**
 * Reads a list by cursor, page by page, and checks that no row comes twice. `path` already has a
 * query; `idsOf` returns what tells the rows of a page apart.
 */
export async function* pagesOf<Body extends object>(
  agent: Agent,
  path: string,
  idsOf: (body: Body) => readonly number[],
): AsyncGenerator<Body & Page> {
  const seen = new Set<number>();
  let cursor: string | null | undefined;
  do {
    const onwards: string = cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path;
    const { body }: { body: Body & Page } = await agent.get(onwards).expect(200);
    const ids = idsOf(body);
    expect(ids.filter((id) => seen.has(id))).toEqual([]);
    for (const id of ids) seen.add(id);
    yield body;
    cursor = body.pagination.next_cursor;
  } while (cursor);
}

/** The ids of a whole list, read by `pagesOf`. `between` runs after each page. */
export async function walk(
  agent: Agent,
  path: string,
  between?: () => PromiseLike<unknown>,
): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of pagesOf(agent, path, idsIn)) {
    ids.push(...idsIn(page));
    await between?.();
  }
  return ids;
}

/** The sorted field names of an answer. */
export const keysOf = (answer: object | undefined): string[] => Object.keys(answer ?? {}).sort();
