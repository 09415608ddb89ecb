import { linksOf, type SocialLinks } from './socials.ts';
import type { User } from './users.ts';

/** A user as administrators see them. */
export interface AdminUser extends Omit<User, 'socials'> {
  readonly socials: SocialLinks;
}

export const adminUserView = (user: User): AdminUser => ({
  ...user,
  socials: linksOf(user.socials),
});
