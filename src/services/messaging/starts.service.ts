import { canBeClaimed, isClaimableBy } from '../../domain/attendance/invitations.ts';
import { targetOf } from '../../domain/messaging/notification-types.ts';
import type { Notification } from '../../domain/messaging/notifications.ts';
import {
  type OpenedStart,
  type Start,
  type StartTarget,
  startOf,
} from '../../domain/messaging/start-parameters.ts';
import { hasBegun, isVisible, type Quest } from '../../domain/quests/quests.ts';
import type { Store } from '../../repositories/store.ts';

/** Finds nothing: what is missing takes as many statements as what is hidden. */
const NO_ID = 0;
const NO_CODE = { invitation_id: NO_ID, epoch: 0 };

/** The id of the signed-in user. */
type Viewer = number | undefined;

/** Verifies the codes of claim links. */
interface ClaimCodes {
  verify(code: string): { readonly invitation_id: number; readonly epoch: number } | undefined;
}

/** What the start parameters of the mini app open. */
export class StartsService {
  readonly #deps;

  constructor(deps: { store: Store; claimCodes: ClaimCodes; now: () => Date }) {
    this.#deps = deps;
  }

  /** What a parameter opens for the viewer; null for a foreign one. Changes nothing. */
  async find(parameter: string, viewer: Viewer): Promise<OpenedStart | null> {
    return this.#opened(parameter, viewer, async (id) =>
      viewer === undefined ? undefined : this.#deps.store.openedNotifications.find(viewer, id),
    );
  }

  /**
   * What a parameter signed by the messenger opens. The user's own notification is marked as clicked;
   * `clicked_at` keeps the first time.
   */
  async open(parameter: string | undefined, userId: number): Promise<OpenedStart | null> {
    const at = this.#deps.now().toISOString();
    return this.#opened(parameter, userId, (id) =>
      this.#deps.store.openedNotifications.updateClicked(userId, id, at),
    );
  }

  /** @param own finds the viewer's notification, or the newer one that replaced it */
  async #opened(
    parameter: string | undefined,
    viewer: Viewer,
    own: (id: number) => Promise<Notification | undefined>,
  ): Promise<OpenedStart | null> {
    const start = parameter === undefined ? undefined : startOf(parameter);
    if (!start) return null;
    if (start.kind !== 'notification') return this.#shown(start, viewer);
    const notification = await own(start.id);
    if (!notification) return { ...start, available: false };
    const { id: notification_id } = notification;
    const target = targetOf(notification);
    if (!target) return { kind: start.kind, id: notification_id, notification_id, available: true };
    return { ...(await this.#shown(target, viewer)), notification_id };
  }

  /** A page that is deleted is its conference, so that no sent message leads nowhere. */
  async #shown<S extends Start | StartTarget>(start: S, viewer: Viewer) {
    const isGone =
      start.kind === 'page' && !(await this.#deps.store.read.conferencePages.find(start));
    const shown = isGone ? ({ kind: 'conference', id: start.conference_id } as const) : start;
    return { ...shown, available: await this.#isAvailable(shown, viewer) };
  }

  /** By the rule of the endpoint that answers with the thing. */
  async #isAvailable(start: Start | StartTarget, viewer: Viewer): Promise<boolean> {
    const { read } = this.#deps.store;
    const { id } = start;
    switch (start.kind) {
      case 'event':
        return isFound(
          viewer === undefined
            ? read.events.find({ id })
            : read.events.findWithAttendance(viewer, id),
        );
      case 'conference':
        return isFound(read.conferences.find({ id }));
      case 'page':
        return isFound(read.conferences.find({ id: start.conference_id }));
      case 'agenda_item':
        return isFound(read.agenda.findPublicItem(id));
      case 'user':
      case 'meet':
        return isFound(read.users.find(id, viewer));
      case 'quest':
        return (await this.#questSeenBy(id, viewer)) !== undefined;
      case 'task': {
        const task = await this.#deps.store.questTasks.find(id);
        const quest = await this.#questSeenBy(task?.quest_id ?? NO_ID, viewer);
        return quest !== undefined && hasBegun(quest, this.#deps.now());
      }
      case 'claim':
        return this.#isClaimable(start.code, viewer);
      // Another user's notification, and what does not exist yet.
      case 'notification':
      case 'meeting':
        return false;
    }
  }

  async #isClaimable(code: string, viewer: Viewer = NO_ID): Promise<boolean> {
    const { invitation_id, epoch } = this.#deps.claimCodes.verify(code) ?? NO_CODE;
    const { invitations, read } = this.#deps.store;
    const guest = await invitations.find({ id: invitation_id });
    const conference = await read.conferences.find({ id: guest?.conference_id ?? NO_ID });
    if (!guest || !conference || viewer === NO_ID) return false;
    return guest.claim_epoch === epoch && canBeClaimed(conference) && isClaimableBy(guest, viewer);
  }

  async #questSeenBy(quest_id: number, viewer: Viewer): Promise<Quest | undefined> {
    const quest = await this.#deps.store.quests.find(quest_id);
    const own =
      viewer === undefined
        ? undefined
        : await this.#deps.store.participations.find({ quest_id, user_id: viewer });
    return quest && isVisible(quest, own?.status, this.#deps.now()) ? quest : undefined;
  }
}

const isFound = async (found: Promise<object | undefined>): Promise<boolean> =>
  (await found) !== undefined;
