import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type Badge,
  type BadgeHolder,
  type BadgeLayout,
  type BadgesFilter,
  type BadgesPosition,
  type BadgesSheet,
  MAX_BADGES,
} from '../../domain/attendance/badges.ts';
import { notFound } from '../../errors.ts';
import { qrSvgOf } from '../../lib/qr-codes.ts';
import type { Store } from '../../repositories/store.ts';
import type { SeatCodesService } from './seat-codes.service.ts';

/** The badges of a conference: of all with a seat, with or without an account. */
export class BadgesService {
  readonly #deps;

  constructor(deps: { store: Store; seatCodes: SeatCodesService }) {
    this.#deps = deps;
  }

  /**
   * At most `MAX_BADGES` badges, by name. A user has the code of their ticket; the code that was
   * printed for a guest stays valid after the claim. The audit log records the export.
   *
   * @throws AppError NOT_FOUND
   */
  async page(
    by: Administrator,
    conferenceId: number,
    {
      layout,
      after,
      ...filter
    }: BadgesFilter & { readonly layout: BadgeLayout; readonly after: BadgesPosition | undefined },
  ): Promise<BadgesSheet> {
    const conference = await this.#deps.store.conferences.find(conferenceId);
    if (!conference) throw notFound('conference');
    const { read } = this.#deps.store;
    const { holders, ...page } = await read.badges.list(conferenceId, filter, {
      after,
      limit: MAX_BADGES,
    });
    const exported = { format: `badges ${layout}`, count: holders.length };
    await this.#deps.store.transaction((tx) =>
      tx.audit.record(by, 'conference.export_attendees', conferenceId, { after: exported }),
    );
    const badges = this.#drawn(conferenceId, holders);
    return { conference, badges, count: holders.length, ...page };
  }

  async *#drawn(conferenceId: number, holders: readonly BadgeHolder[]): AsyncGenerator<Badge> {
    for (const holder of holders) {
      const code = this.#deps.seatCodes.ofConference(conferenceId, holder);
      const { first_name, last_name, company, ticket_type } = holder;
      const qr_svg = await qrSvgOf(code);
      yield { first_name, last_name, company, ticket_type, code, qr_svg };
    }
  }
}
