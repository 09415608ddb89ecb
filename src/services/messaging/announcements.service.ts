import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import type { Announcement, Pin } from '../../domain/messaging/announcements.ts';
import { filtersOf } from '../../domain/messaging/audiences.ts';
import { checkMayShow } from '../../domain/messaging/broadcast-states.ts';
import type { Broadcast } from '../../domain/messaging/broadcasts.ts';
import { languageOfTags, languageTagOf } from '../../domain/messaging/languages.ts';
import type { User } from '../../domain/people/users.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { notFound, preconditionFailed } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import { lockBroadcast } from './broadcasts.service.ts';
import type { PinsService } from './pins.service.ts';

type Reader = Pick<User, 'id' | 'language' | 'language_code'>;

/** Broadcasts that stay on the page of a conference. */
export class AnnouncementsService {
  readonly #deps;

  constructor(deps: { store: Store; pins: PinsService; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * What is pinned to a conference now, the newest first, in the language of the reader; without a seat or a
   * place on the waitlist only what is for everyone.
   *
   * @throws AppError NOT_FOUND also for a draft of a conference
   */
  async list(
    conferenceId: number,
    reader: Reader | undefined,
    request: NumberedRequest,
  ): Promise<Page<Announcement>> {
    const conference = await this.#deps.store.read.conferences.find({ id: conferenceId });
    if (!conference) throw notFound('conference');
    const now = this.#deps.now().toISOString();
    const by = { user_id: reader?.id ?? null, now };
    const page = await this.#deps.store.announcements.list(conferenceId, by, request);
    const tag = reader ? languageTagOf(reader) : null;
    return {
      ...page,
      rows: page.rows.map(({ translations, ...announcement }) => {
        const language = languageOfTags(tag, Object.keys(translations));
        return { ...announcement, ...(language !== undefined && translations[language]) };
      }),
    };
  }

  /**
   * Pins a broadcast to the conference of its audience, changes its pin, or takes it off with null. One that
   * has started is shown or gone at once.
   *
   * @throws AppError VALIDATION_ERROR as `PinsService.check`; FORBIDDEN for everyone without
   *   `broadcasts:send`; NOT_FOUND; PRECONDITION_FAILED; PIN_LIMIT unless it is a draft
   */
  async pin(
    by: Administrator,
    { id, ifMatch }: Target,
    wanted: Omit<Pin, 'conference_id'> | null,
  ): Promise<Broadcast> {
    return this.#deps.store.transaction(async (tx) => {
      const before = await lockBroadcast(tx, id);
      if (!isExpected(before, ifMatch)) throw preconditionFailed(before);
      const [conference_id = 0] = filtersOf(before.audience).conference_ids ?? [];
      const pin = wanted && { conference_id, ...wanted };
      if (pin !== null) checkMayShow(by, { pin, channels: before.channels });
      if (pin !== null || before.started_at === null)
        await this.#deps.pins.check(tx, { ...before, pin });
      const { scheduled_at, status } = before;
      if (status !== 'draft')
        await this.#deps.pins.checkLimit(tx, pin, { scheduled_at, except: id });
      const changed = differences<Pick<Broadcast, 'pin'>>(before, { pin });
      if (Object.keys(changed.after).length === 0) return before;
      const job = await tx.announcements.updatePin(id, pin);
      await tx.audit.record(by, 'notification_job.pin', id, changed);
      return job;
    });
  }
}
