import {
  checkPinnable,
  checkPinnedUntil,
  MAX_PINS,
  type Pin,
  pinLimit,
  withoutPin,
} from '../../domain/messaging/announcements.ts';
import type { Broadcast, BroadcastContent } from '../../domain/messaging/broadcasts.ts';
import { invalid } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

type Pinnable = Pick<
  BroadcastContent,
  'pin' | 'title' | 'body' | 'translations' | 'audience' | 'channels'
>;

/** Whether broadcasts can stay as announcements. */
export class PinsService {
  readonly #now: () => Date;

  constructor({ now }: { now: () => Date }) {
    this.#now = now;
  }

  /**
   * Checks that a broadcast is sent or shown, and can be shown.
   * @throws AppError VALIDATION_ERROR without a channel and a pin, for a pin of another conference than that of
   *   the audience, a variable in a text, and a time in the past or too long after the conference
   */
  async check(
    { conferences }: Pick<Store | Tx, 'conferences'>,
    { pin, channels, ...content }: Pinnable,
  ): Promise<void> {
    if (pin === null && channels.length === 0)
      throw invalid('channels', 'expected at least one', 'too_few', { min: 1 });
    if (pin === null) return;
    checkPinnable(content, pin.conference_id);
    const conference = await conferences.find(pin.conference_id);
    if (!conference)
      throw invalid('pin.conference_id', 'expected the id of a conference', 'not_found');
    checkPinnedUntil(pin.until, conference, this.#now());
  }

  /**
   * Locks the conference of a pin, and counts those that are pinned when the broadcast starts.
   * @throws AppError PIN_LIMIT
   */
  async checkLimit(
    tx: Tx,
    pin: Pin | null,
    { scheduled_at, except }: { scheduled_at: string | null; except?: number },
  ): Promise<void> {
    if (pin === null) return;
    await tx.conferences.lock(pin.conference_id);
    const now = this.#now().toISOString();
    const at = scheduled_at !== null && scheduled_at > now ? scheduled_at : now;
    const pinned = await tx.announcements.countPinned(pin, {
      at,
      scheduled: true,
      ...(except && { except }),
    });
    if (pinned >= MAX_PINS) throw pinLimit();
  }

  /** Takes the pin off a job that starts beside `MAX_PINS` others. Requires the lock of the conference. */
  async removeBeyondLimit(tx: Tx, { id, pin }: Broadcast): Promise<void> {
    if (pin === null) return;
    const at = this.#now().toISOString();
    const pinned = await tx.announcements.countPinned(pin, { at, scheduled: false, except: id });
    if (pinned >= MAX_PINS) await tx.announcements.updateUnpinned(id, withoutPin());
  }
}
