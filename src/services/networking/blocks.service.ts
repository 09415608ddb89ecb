import type { NumberedRequest, Page } from '../../db/pages.ts';
import {
  type Block,
  type ListedBlock,
  listedBlock,
  MAX_BLOCKS,
} from '../../domain/networking/blocks.ts';
import { AppError, invalid, unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

interface Deps {
  readonly store: Store;
  readonly now: () => Date;
}

/**
 * Blocks between users. A block locks both users, by id, before the row of the pair: a request locks its
 * requester, so it commits before the block, which deletes it, or sees the block.
 */
export class BlocksService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Hides the two users from each other, ends their connection or request, and deletes its
   * notifications. Safe to repeat. An id that no user has is blocked, too: the answer does not tell it from a
   * user who blocks the caller.
   *
   * @throws AppError VALIDATION_ERROR for the caller's own id; TOO_MANY_BLOCKS; UNAUTHORIZED for a caller who has been erased
   */
  async create(blocker_id: number, blocked_id: number): Promise<Block> {
    if (blocked_id === blocker_id) throw invalid('id', "expected another user's id", 'self');
    return this.#deps.store.transaction(async (tx) => {
      const present = await tx.users.lockMany([blocker_id, blocked_id]);
      if (!present.includes(blocker_id)) throw unauthorized();

      const created_at = this.#deps.now().toISOString();
      const { is_inserted, is_known } = await tx.blocks.insert({
        blocker_id,
        blocked_id,
        created_at,
      });
      if (!is_inserted && !is_known) {
        throw new AppError(
          'TOO_MANY_BLOCKS',
          `You block ${MAX_BLOCKS} users already; unblock one first`,
        );
      }
      if (is_inserted) {
        tx.mustBeSeenBy([blocker_id, blocked_id]);
        await tx.connections.deleteOfPair(blocker_id, blocked_id);
        await tx.notifications.deleteBetween(blocker_id, blocked_id);
      }
      return { id: blocked_id, blocked: true };
    });
  }

  /** Ends the caller's own block, also of an unknown user. Safe to repeat. */
  async delete(blockerId: number, id: number): Promise<Block> {
    await this.#deps.store.blocks.delete(blockerId, id);
    return { id, blocked: false };
  }

  /** The users whom the caller blocks, the latest first. */
  async list(blockerId: number, request: NumberedRequest): Promise<Page<ListedBlock>> {
    const page = await this.#deps.store.read.blocks.list(blockerId, request);
    return { ...page, rows: page.rows.map(listedBlock) };
  }
}
