import { MAX_BLOCKS } from '../../../domain/networking/blocks.ts';
import type { BlocksService } from '../../../services/networking/blocks.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { BlockSchema, ListedBlockSchema } from '../../schemas/networking/blocks.schemas.ts';
import { listOf, listReply, numbered, PageQuerySchema } from '../../schemas/pages.schemas.ts';

const tag = 'Users';

export const blockEndpoints = ({ blocks }: { blocks: BlocksService }) => [
  endpoint({
    name: 'createBlock',
    method: 'put',
    path: '/users/:id/block',
    auth: 'user',
    tag,
    summary: 'Block a user',
    description: `Ends your connection, withdraws the requests between you, deletes their notifications, and hides the two of you from each other wherever the caller is known: lists, profiles, attendees, recommendations, searches and links; a leaderboard keeps the rank and shows "Attendee". Anonymous callers, speaker pages and administrators see both; totals of lists without \`q\` still count them. The other user is not notified, and receives 404 where they look for you. At most ${MAX_BLOCKS} users. Safe to repeat. Answers 200 for every id, whether a user has it, is hidden or blocks you.`,
    params: IdParamsSchema,
    responses: { 200: BlockSchema },
    errors: ['TOO_MANY_BLOCKS'],
    async handle({ caller, params }) {
      return { status: 200, body: await blocks.create(caller.user.id, params.id) };
    },
  }),

  endpoint({
    name: 'deleteBlock',
    method: 'delete',
    path: '/users/:id/block',
    auth: 'user',
    tag,
    summary: 'Unblock a user',
    description:
      'A connection that the block ended does not return. The two of you stay hidden from each other if they block you, too. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: BlockSchema },
    async handle({ caller, params }) {
      return { status: 200, body: await blocks.delete(caller.user.id, params.id) };
    },
  }),

  endpoint({
    name: 'listBlocks',
    method: 'get',
    path: '/users/me/blocks',
    auth: 'user',
    tag,
    summary: 'List the users I block',
    description:
      'Latest first, as an anonymous caller sees them. A user whose name you could not see when you blocked them, and an id without a user, are "Attendee".',
    query: PageQuerySchema,
    responses: { 200: listOf(ListedBlockSchema) },
    async handle({ caller, query }) {
      const page = await blocks.list(caller.user.id, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),
];
