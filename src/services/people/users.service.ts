import type { Page, PageRequest } from '../../db/pages.ts';
import type { Changes } from '../../domain/changes.ts';
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
import type {
  AttendedByUser,
  OwnCounts,
  UserPosition,
  UsersFilter,
} from '../../repositories/people/users.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** A user's own profile, with handles as links. */
export interface OwnProfile extends Omit<User, 'socials'> {
  readonly socials: SocialLinks;
  readonly counts: OwnCounts;
}

/** A profile page: the profile, and what the user attends. */
export interface ProfilePage extends PublicProfile, AttendedByUser {}

/** The profile fields that a user can change. A null name restores the messenger's name. */
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
  > & { first_name: string | null; last_name: string | null }
>;

/** Users' profiles: list, search, read, update. */
export class UsersService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /** Lists the listed users as the viewer may see them, newest first. */
  async list(
    filter: UsersFilter,
    viewerId: number | undefined,
    page: PageRequest<UserPosition>,
  ): Promise<Page<PublicProfile, UserPosition>> {
    const profiles = await this.#store.read.users.list(filter, viewerId, page);
    return { ...profiles, rows: profiles.rows.map((row: ProfileRow) => publicProfile(row)) };
  }

  /**
   * @throws AppError NOT_FOUND also if the user is blocked or erased, or is not listed and has no
   *   accepted connection with the viewer
   */
  async profile(id: number, viewerId: number | undefined): Promise<ProfilePage> {
    const row = await this.#store.read.users.find(id, viewerId);
    if (!row) throw notFound('user');
    const attended = await this.#store.read.users.findAttended(id, this.#now().toISOString());
    return { ...publicProfile(row), ...attended };
  }

  async ownProfile(user: User): Promise<OwnProfile> {
    const counts = await this.#store.read.users.countOwn(user.id);
    return { ...user, socials: linksOf(user.socials), counts };
  }

  /**
   * Changes the given fields. No later import overwrites them.
   *
   * @throws AppError UNAUTHORIZED if the user was erased meanwhile
   */
  async updateProfile(user: User, changes: ProfileChanges): Promise<OwnProfile> {
    const { first_name, last_name, ...fields } = changes;
    const columns: UserChanges = {
      ...fields,
      ...(first_name !== undefined && { own_first_name: first_name }),
      ...(last_name !== undefined && { own_last_name: last_name }),
    };
    const edited = PROFILE_FIELDS.filter((field) => changes[field] !== undefined);
    return this.#updated(await this.#store.users.update(user.id, columns, edited));
  }

  /**
   * Replaces all social links: removes the platforms that are not given.
   *
   * @throws AppError UNAUTHORIZED if the user was erased meanwhile
   */
  async updateSocials(user: User, socials: SocialHandles): Promise<OwnProfile> {
    return this.#updated(await this.#store.users.update(user.id, { socials }));
  }

  /** @throws AppError UNAUTHORIZED if the user was erased meanwhile */
  async updateOnboarding(
    user: User,
    { status, step }: { status: OnboardingStatus; step?: string | null | undefined },
  ): Promise<OwnProfile> {
    const changes: UserChanges = {
      onboarding_status: status,
      ...(step !== undefined && { onboarding_step: step }),
    };
    return this.#updated(await this.#store.users.update(user.id, changes));
  }

  async #updated(user: User | undefined): Promise<OwnProfile> {
    // No row was updated: the user was erased after they authenticated.
    if (!user) throw unauthorized();
    return this.ownProfile(user);
  }
}
