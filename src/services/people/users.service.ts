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
  UsersFilter,
} from '../../repositories/people/users.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** A person's own profile: all the service holds to show them, with handles as links. */
export interface OwnProfile extends Omit<User, 'socials'> {
  readonly socials: SocialLinks;
  readonly counts: OwnCounts;
}

/** A profile page: the person, and where else they can be met. */
export interface ProfilePage extends PublicProfile, AttendedByUser {}

/** What a person may change of their profile; a name that is null goes back to the messenger's. */
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

/** People as they show themselves and find each other. */
export class UsersService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /** Listed people, newest first, as the viewer may see them. */
  async list(
    filter: UsersFilter,
    viewerId: number | undefined,
    page: PageRequest<number>,
  ): Promise<Page<PublicProfile, number>> {
    const found = await this.#store.read.users.list(filter, viewerId, page);
    return { ...found, rows: found.rows.map((row: ProfileRow) => publicProfile(row)) };
  }

  /**
   * @throws AppError NOT_FOUND for somebody blocked or erased, and for somebody who does not want
   *   to be found and is not connected with the viewer.
   */
  async profile(id: number, viewerId: number | undefined): Promise<ProfilePage> {
    const row = await this.#store.read.users.find(id, viewerId);
    if (!row) throw notFound('user');
    const meetings = await this.#store.read.users.findAttended(id, this.#now().toISOString());
    return { ...publicProfile(row), ...meetings };
  }

  async ownProfile(user: User): Promise<OwnProfile> {
    const counts = await this.#store.read.users.countOwn(user.id);
    return { ...user, socials: linksOf(user.socials), counts };
  }

  /**
   * Changes the fields given; what a person sets, no later import overwrites.
   * @throws AppError UNAUTHORIZED when they were erased meanwhile, as every change here.
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

  /** Replaces the whole group: platforms that are not given are emptied. */
  async updateSocials(user: User, socials: SocialHandles): Promise<OwnProfile> {
    return this.#updated(await this.#store.users.update(user.id, { socials }));
  }

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
    // Somebody who erased themselves meanwhile must not be written back to life.
    if (!user) throw unauthorized();
    return this.ownProfile(user);
  }
}
