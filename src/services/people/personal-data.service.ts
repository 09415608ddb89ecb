import {
  type NotificationPreferences,
  type NotificationSettings,
  preferencesOf,
} from '../../domain/messaging/notification-settings.ts';
import type { Notification } from '../../domain/messaging/notifications.ts';
import type { SpreadsheetRow } from '../../domain/messaging/spreadsheet-broadcasts.ts';
import { linksOf, type SocialLinks } from '../../domain/people/socials.ts';
import { type SpeakerView, speakerView } from '../../domain/programme/speakers.ts';
import { invalidToken } from '../../errors.ts';
import type {
  PersonalAttendance,
  PersonalConnection,
  PersonalDelivery,
  PersonalEvent,
  PersonalInvitation,
  PersonalProfile,
  PersonalRegistration,
} from '../../repositories/people/personal-data.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** Everything the service keeps about a person, as they may take it with them. */
export interface PersonalData {
  readonly exported_at: string;
  readonly profile: Omit<PersonalProfile, 'socials'> & { readonly socials: SocialLinks };
  readonly connections: readonly PersonalConnection[];
  readonly event_attendances: readonly PersonalAttendance[];
  readonly conference_attendances: readonly PersonalRegistration[];
  readonly invitations: readonly PersonalInvitation[];
  readonly submitted_events: readonly PersonalEvent[];
  /** Who they are among the speakers. */
  readonly speaker: SpeakerView | null;
  /** That there is a secret link to their calendar; of the link itself only a hash is kept. */
  readonly calendar_link: { readonly created_at: string } | null;
  readonly notifications: readonly Notification[];
  readonly deliveries: readonly PersonalDelivery[];
  /** What organisers' spreadsheets say of them, for messages still to come. */
  readonly message_variables: readonly SpreadsheetRow['variables'][];
  /** Null where they never set anything. */
  readonly notification_settings:
    | (NotificationPreferences & Pick<NotificationSettings, 'seen_up_to'>)
    | null;
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
    const { calendarLinks, notificationSettings } = this.#store;
    const { personalData } = this.#store.read;
    const [
      profile,
      connections,
      event_attendances,
      conference_attendances,
      invitations,
      submitted_events,
      speaker,
      calendar_link,
      notifications,
      deliveries,
      message_variables,
      settings,
    ] = await Promise.all([
      personalData.findProfile(userId),
      personalData.listConnections(userId),
      personalData.listAttendances(userId),
      personalData.listRegistrations(userId),
      personalData.listInvitations(userId),
      personalData.listSubmittedEvents(userId),
      personalData.findSpeaker(userId),
      calendarLinks.find(userId),
      personalData.listNotifications(userId),
      personalData.listDeliveries(userId),
      personalData.listMessageVariables(userId),
      notificationSettings.find(userId),
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
      speaker: speaker ? speakerView(speaker) : null,
      calendar_link: calendar_link ?? null,
      notifications,
      deliveries,
      message_variables,
      notification_settings: settings
        ? { ...preferencesOf(settings), seen_up_to: settings.seen_up_to }
        : null,
    };
  }
}
