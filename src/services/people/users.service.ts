import type { Page, PageRequest } from '../../db/pages.ts';
import type { Changes } from '../../domain/changes.ts';
import { isReady } from '../../domain/media/media.ts';
import type { MediaUrls } from '../../domain/media/media-urls.ts';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import { hasTermFields, ownedTerms, PROFILE_KINDS } from '../../domain/networking/match-terms.ts';
import {
  type ProfileRow,
  type PublicProfile,
  publicProfile,
} from '../../domain/people/profiles.ts';
import { linksOf, type SocialHandles, type SocialLinks } from '../../domain/people/socials.ts';
import {
  type OnboardingStatus,
  PROFILE_FIELDS,
  type User,
  type UserChanges,
} from '../../domain/people/users.ts';
import { notFound, unauthorized } from '../../errors.ts';
import type { UserState } from '../../repositories/people/user-state.read-model.ts';
import type {
  AttendedByUser,
  OwnCounts,
  UserPosition,
  UsersFilter,
} from '../../repositories/people/users.read-model.ts';
import type { OwnQuestions } from '../../repositories/programme/questions.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** The copy of an image that profiles show. */
const PHOTO_VARIANT = '320';

/** A user's own profile, with handles as links. */
export interface OwnProfile extends Omit<User, 'socials'> {
  readonly socials: SocialLinks;
  /** Opens the profile in the mini app, for others. */
  readonly share_url: string | null;
  readonly counts: OwnCounts;
}

/** A profile page: the profile and the attendances of the user. */
export interface ProfilePage extends PublicProfile, AttendedByUser {}

/** The profile fields that a user can change. A null name or photo restores the messenger's. */
export type ProfileChanges = Changes<
  Pick<
    User,
    | 'headline'
    | 'company'
    | 'job_title'
    | 'bio'
    | 'interests'
    | 'looking_for'
    | 'offering'
    | 'is_discoverable'
    | 'contact_visibility'
    | 'enrichment_enabled'
    | 'language'
  > & { first_name: string | null; last_name: string | null; photo_media_id: number | null }
>;

/** Users' profiles: list, search, read, update. */
export class UsersService {
  readonly #deps;

  constructor(deps: { store: Store; urls: MediaUrls; shareUrl: ShareLink; now: () => Date }) {
    this.#deps = deps;
  }

  /** Lists the listed users as the viewer may see them, newest first. */
  async list(
    filter: UsersFilter,
    viewerId: number | undefined,
    page: PageRequest<UserPosition>,
  ): Promise<Page<PublicProfile, UserPosition>> {
    const hidden = await this.#deps.store.read.blocks.listHidden(viewerId);
    const profiles = await this.#deps.store.search(filter.q, (read) =>
      read.users.list(filter, viewerId, page, hidden),
    );
    return { ...profiles, rows: profiles.rows.map((row: ProfileRow) => publicProfile(row)) };
  }

  /**
   * @throws AppError NOT_FOUND also if the user is blocked or erased, is not listed and has no
   *   accepted connection with the viewer, or is hidden from the viewer by a block
   */
  async profile(id: number, viewerId: number | undefined): Promise<ProfilePage> {
    const row = await this.#deps.store.read.users.find(id, viewerId);
    if (!row) throw notFound('user');
    const attended = await this.#deps.store.read.users.findAttended(
      id,
      this.#deps.now().toISOString(),
    );
    return { ...publicProfile(row), ...attended };
  }

  async ownProfile(user: User): Promise<OwnProfile> {
    const counts = await this.#deps.store.read.users.countOwn(user.id);
    const share_url = this.#deps.shareUrl({ kind: 'user', id: user.id });
    return { ...user, socials: linksOf(user.socials), share_url, counts };
  }

  /**
   * Changes the given fields. No later import overwrites them.
   *
   * @throws AppError UNAUTHORIZED if the user has been erased; NOT_FOUND for a photo that is no
   *   public image of the user
   */
  async updateProfile(user: User, changes: ProfileChanges): Promise<OwnProfile> {
    const { first_name, last_name, photo_media_id, ...fields } = changes;
    const columns: UserChanges = {
      ...fields,
      ...(first_name !== undefined && { own_first_name: first_name }),
      ...(last_name !== undefined && { own_last_name: last_name }),
    };
    const edited = PROFILE_FIELDS.filter((field) => changes[field] !== undefined);
    const hasNewVisibility = changesVisibility(user, fields);
    if (photo_media_id === undefined && !hasTermFields(fields) && !hasNewVisibility)
      return this.#updated(await this.#deps.store.users.update(user.id, columns, edited));
    const updated = await this.#deps.store.transaction(async (tx) => {
      // Users before media: the lock order of the deletions of media.
      await tx.users.lockAllowingReferences(user.id);
      const photo =
        photo_media_id === undefined ? {} : await this.#photo(tx, user.id, photo_media_id);
      const changed = await tx.users.update(user.id, { ...columns, ...photo }, edited);
      if (hasNewVisibility) tx.pinToPrimary('all');
      if (changed && hasTermFields(fields)) {
        await tx.matchTerms.update([changed.id], PROFILE_KINDS, ownedTerms(changed));
      }
      return changed;
    });
    return this.#updated(updated);
  }

  /** Locks the image, so that no deletion overtakes the profile that shows it. */
  async #photo(
    tx: Tx,
    userId: number,
    photo_media_id: number | null,
  ): Promise<Pick<UserChanges, 'photo_media_id' | 'own_photo_url'>> {
    if (photo_media_id === null) return { photo_media_id, own_photo_url: null };
    const media = await tx.media.lock(photo_media_id);
    const isUsable = isReady(media) && media.user_id === userId && media.purpose === 'public';
    const variant = isUsable ? media.variants[PHOTO_VARIANT] : undefined;
    if (!variant || !media) throw notFound('image');
    return { photo_media_id, own_photo_url: this.#deps.urls.of(media.storage, variant.key) };
  }

  /**
   * Replaces all social links: removes the platforms that are not given.
   *
   * @throws AppError UNAUTHORIZED if the user has been erased
   */
  async updateSocials(user: User, socials: SocialHandles): Promise<OwnProfile> {
    return this.#updated(await this.#deps.store.users.update(user.id, { socials }));
  }

  /** @throws AppError UNAUTHORIZED if the user has been erased */
  async updateOnboarding(
    user: User,
    { status, step }: { status: OnboardingStatus; step?: string | null | undefined },
  ): Promise<OwnProfile> {
    const changes: UserChanges = {
      onboarding_status: status,
      ...(step !== undefined && { onboarding_step: step }),
    };
    return this.#updated(await this.#deps.store.users.update(user.id, changes));
  }

  async #updated(user: User | undefined): Promise<OwnProfile> {
    // No row was updated: the user was erased after they authenticated.
    if (!user) throw unauthorized();
    return this.ownProfile(user);
  }
}

/** Whether others see this user, or their contacts, from now on or no longer. */
const changesVisibility = (
  user: User,
  {
    is_discoverable = user.is_discoverable,
    contact_visibility = user.contact_visibility,
  }: Changes<Pick<User, 'is_discoverable' | 'contact_visibility'>>,
): boolean =>
  is_discoverable !== user.is_discoverable || contact_visibility !== user.contact_visibility;

/** What the user did in one session. */
interface OwnInSession extends OwnQuestions {
  /** Their stars by agenda item; null for a rating without stars. */
  readonly ratings: Readonly<Record<string, number | null>>;
}

/** The caller's attendances, quests and unread count, which a client merges into public lists. */
export class UserStateService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * The current attendances and quests of the user, optionally of one conference and its events only.
   * A draft or unknown conference has none, and a hidden quest is absent. With an agenda item, also the
   * user's questions, votes and stars in it.
   */
  async find(
    userId: number,
    {
      conference_id,
      agenda_item_id,
    }: { conference_id?: number | undefined; agenda_item_id?: number | undefined },
  ): Promise<UserState & Partial<OwnInSession>> {
    const { userState, questions } = this.#store.read;
    const state = await userState.find(userId, conference_id);
    if (agenda_item_id === undefined) return state;
    const rating = await this.#store.ratings.find({ user_id: userId, agenda_item_id });
    return {
      ...state,
      ...(await questions.findOwn(agenda_item_id, userId)),
      ratings: rating ? { [agenda_item_id]: rating.stars } : {},
    };
  }
}
