import type { Store } from '../db/store.ts';
import { linksOf, type SocialLinks } from '../domain/socials.ts';
import { invalidToken } from '../errors.ts';
import type {
  PersonalAttendance,
  PersonalConnection,
  PersonalEvent,
  PersonalInvitation,
  PersonalNotification,
  PersonalProfile,
  PersonalRegistration,
} from '../repositories/read-models/personal-data.read-model.ts';

/** Everything the service keeps about a person, as they may take it with them. */
export interface PersonalData {
  readonly exported_at: string;
  readonly profile: Omit<PersonalProfile, 'socials'> & { readonly socials: SocialLinks };
  readonly connections: readonly PersonalConnection[];
  readonly event_attendances: readonly PersonalAttendance[];
  readonly conference_attendances: readonly PersonalRegistration[];
  readonly invitations: readonly PersonalInvitation[];
  readonly submitted_events: readonly PersonalEvent[];
  readonly notifications: readonly PersonalNotification[];
}

/** A person's right to see what is kept about them. */
export class PersonalDataService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /** @throws AppError INVALID_TOKEN when they were erased since they proved who they are. */
  async export(userId: number): Promise<PersonalData> {
    const { personalData } = this.#store;
    const [
      profile,
      connections,
      event_attendances,
      conference_attendances,
      invitations,
      submitted_events,
      notifications,
    ] = await Promise.all([
      personalData.findProfile(userId),
      personalData.listConnections(userId),
      personalData.listAttendances(userId),
      personalData.listRegistrations(userId),
      personalData.listInvitations(userId),
      personalData.listSubmittedEvents(userId),
      personalData.listNotifications(userId),
    ]);
    if (!profile) throw invalidToken();
    return {
      exported_at: this.#now().toISOString(),
      profile: { ...profile, socials: linksOf(profile.socials) },
      connections,
      event_attendances,
      conference_attendances,
      invitations,
      submitted_events,
      notifications,
    };
  }
}
