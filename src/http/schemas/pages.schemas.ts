import { z } from 'zod';
import type { Page, PageRequest } from '../../db/pages.ts';
import { invalid } from '../../errors.ts';
import { fromCursor, toCursor } from '../../lib/cursors.ts';
import { wholeIn } from './common.ts';

/** The query of a list with numbered pages. */
export const PageQuerySchema = z.object({
  page: wholeIn(1, 10_000_000).default(1),
  limit: wholeIn(1, 100).default(20),
});

/** The query of a large list, with numbered pages or by the `next_cursor` of the last page. */
export const CursorQuerySchema = z.object({
  page: wholeIn(1, 10_000_000).optional(),
  limit: wholeIn(1, 100).default(20),
  cursor: z.string().max(2_000).optional(),
});

/** The most rows before a numbered page, since OFFSET reads them all. A cursor has no limit. */
const MAX_OFFSET = 100_000;

/** @throws AppError VALIDATION_ERROR for a page past the deepest row */
export function numbered(
  { page, limit }: z.output<typeof PageQuerySchema>,
  { hasCursor = false } = {},
) {
  if ((page - 1) * limit > MAX_OFFSET)
    throw invalid(
      'page',
      `expected at most ${MAX_OFFSET.toLocaleString('en')} rows before the page${
        hasCursor ? '; use a cursor' : ''
      }`,
      'too_big',
      { max: Math.floor(MAX_OFFSET / limit) + 1 },
    );
  return { page, limit };
}

/**
 * The page that a query of a large list requests. `Position` is the schema of its cursors.
 * @throws AppError VALIDATION_ERROR for a cursor of another list, a cursor beside a page, or a page
 *   past the deepest row
 */
export function pageRequest<T>(
  { page, limit, cursor }: z.output<typeof CursorQuerySchema>,
  Position: z.ZodType<T>,
): PageRequest<T> {
  if (cursor === undefined) return numbered({ page: page ?? 1, limit }, { hasCursor: true });
  if (page !== undefined)
    throw invalid('cursor', 'expected either a cursor or a page', 'not_beside', { field: 'page' });

  const position = Position.safeParse(fromCursor(cursor));
  if (!position.success)
    throw invalid('cursor', 'expected a next_cursor of this list', 'format', { format: 'cursor' });
  return { limit, after: position.data };
}

interface ListReply<Row, Pagination> {
  data: Row[];
  pagination: Pagination;
}

/** A page in the form of `listOf`, or of `largeListOf` if it has a cursor. */
export function listReply<Row>(page: Page<Row>): ListReply<Row, z.output<typeof PaginationSchema>>;
export function listReply<Row, Position>(
  page: Page<Row, Position>,
): ListReply<Row, z.output<typeof CursorPaginationSchema>>;
export function listReply<Row, Position>(page: Page<Row, Position>): ListReply<Row, object> {
  const { rows, limit, total, isTotalExact, next } = page;
  return {
    data: [...rows],
    pagination: {
      limit,
      ...(page.page !== undefined &&
        total !== undefined && { page: page.page, total, pages: Math.ceil(total / limit) }),
      ...(isTotalExact === false && { total_is_exact: false as const }),
      ...(next !== undefined && { next_cursor: next === null ? null : toCursor(next) }),
    },
  };
}

const total_is_exact = z
  .literal(false)
  .optional()
  .describe(
    'Only when the list has more rows than `total`, which is then 1,000, or 10,000 for administrators without `q`. `pages` follows from it. Further pages exist.',
  );

/** The place of a page in a list that has numbered pages only. */
const PaginationSchema = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int(), total_is_exact })
  .meta({ id: 'Pagination', examples: [{ page: 1, limit: 20, total: 57, pages: 3 }] });

/** The place of a page in a large list. */
export const CursorPaginationSchema = PaginationSchema.partial({
  page: true,
  total: true,
  pages: true,
})
  .extend({
    next_cursor: z.string().nullable().optional().describe('`null` on the last page.'),
  })
  .meta({
    id: 'CursorPagination',
    description: 'A page by cursor has no `page`, `total` and `pages`.',
    examples: [{ page: 1, limit: 20, total: 57, pages: 3, next_cursor: 'WzQyXQ' }],
  });

/** Ids of lists that are not named after their items. */
const PAGE_IDS: Readonly<Record<string, string>> = {
  Profile: 'UserPage',
  ListedConnection: 'ConnectionPage',
  EventWithAttendance: 'MyEventPage',
  InformationPage: 'InformationPageList',
  AdminInformationPage: 'AdminInformationPageList',
};

/** `EventPage` of `Event`. */
export const pageIdOf = (item: z.ZodType) => {
  const id = String(item.meta()?.id);
  return PAGE_IDS[id] ?? `${id}Page`;
};

/**
 * A page of a list with numbered pages. `id` is needed where two lists of one item have different
 * shapes.
 */
export const listOf = <T extends z.ZodType>(item: T, id = pageIdOf(item)) =>
  z.object({ data: z.array(item), pagination: PaginationSchema }).meta({ id });

/** A page of a large list, which is read by numbered pages or by cursor. */
export const largeListOf = <T extends z.ZodType>(item: T, id = pageIdOf(item)) =>
  z.object({ data: z.array(item), pagination: CursorPaginationSchema }).meta({ id });

/** Parts of the rows, or kinds of rows, that a list has only if it is asked to. */
export const included = <const Part extends string>(
  parts: readonly [Part, ...Part[]],
  sentence: string,
) =>
  z
    .string()
    .max(100)
    .transform((given) => given.split(','))
    .pipe(z.array(z.enum(parts), `expected ${parts.join(' or ')}, separated by commas`))
    .optional()
    .describe(sentence);
