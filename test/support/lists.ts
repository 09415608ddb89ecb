import type supertest from 'supertest';

interface ListBody {
  readonly data: readonly { readonly id: number }[];
  readonly pagination: { readonly next_cursor?: string | null };
}

/** The ids of a whole list, read by cursor. `path` already has a query; `between` runs after each page. */
export async function walk(
  agent: ReturnType<typeof supertest.agent>,
  path: string,
  between: () => Promise<unknown> = async () => {},
): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null | undefined;
  do {
    const onwards: string = cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path;
    const { body }: { body: ListBody } = await agent.get(onwards).expect(200);
    ids.push(...body.data.map(({ id }) => id));
    cursor = body.pagination.next_cursor;
    await between();
  } while (cursor);
  return ids;
}

/** The sorted field names of an answer. */
export const keysOf = (answer: object | undefined): string[] => Object.keys(answer ?? {}).sort();
