import { keptEmail } from '../../domain/attendance/guest-keys.ts';
import type { MediaUrls } from '../../domain/media/media-urls.ts';
import type { SpreadsheetRow } from '../../domain/messaging/broadcast-recalls.ts';
import { inLanguage } from '../../domain/messaging/current-notifications.ts';
import {
  type NotificationPreferences,
  type NotificationSettings,
  preferencesOf,
} from '../../domain/messaging/notification-settings.ts';
import { notificationView } from '../../domain/messaging/notification-types.ts';
import type { Notification } from '../../domain/messaging/notifications.ts';
import type { PersonalBlock } from '../../domain/networking/blocks.ts';
import type { PersonalConnection } from '../../domain/networking/connections.ts';
import type { Enrichment } from '../../domain/networking/enrichments.ts';
import type { PersonalUserReport } from '../../domain/networking/user-reports.ts';
import type { PersonalPartnerAccount } from '../../domain/partner/partner-accounts.ts';
import { linksOf, type SocialLinks } from '../../domain/people/socials.ts';
import { type SpeakerView, speakerView } from '../../domain/programme/speakers.ts';
import type { PointEntry } from '../../domain/quests/points.ts';
import { invalidToken } from '../../errors.ts';
import type { Encryption } from '../../lib/encryption.ts';
import type { PersonalScan } from '../../repositories/attendance/checkpoint-scans.read-model.ts';
import type {
  PersonalAttendance,
  PersonalInvitation,
  PersonalRegistration,
} from '../../repositories/attendance/personal-attendances.read-model.ts';
import type { PersonalMint } from '../../repositories/partner/partner-mints.repository.ts';
import type {
  PersonalDelivery,
  PersonalDismissal,
  PersonalEvent,
  PersonalFeedback,
  PersonalMedia,
  PersonalProfile,
} from '../../repositories/people/personal-data.read-model.ts';
import type { PersonalFavorite } from '../../repositories/programme/my-agenda.read-model.ts';
import type { PersonalQuestions } from '../../repositories/programme/questions.read-model.ts';
import type {
  PersonalQuest,
  PersonalQuestRequest,
  PersonalSubmission,
  PersonalVote,
} from '../../repositories/quests/personal-quest-data.read-model.ts';
import type { PersonalAnswers } from '../../repositories/registration/form-answers.read-model.ts';
import type { PersonalSeatRequest } from '../../repositories/registration/registration-requests.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** All data that is stored about a user, as the user can export it. */
export interface PersonalData extends PersonalQuestions {
  readonly exported_at: string;
  readonly profile: Omit<PersonalProfile, 'socials'> & { readonly socials: SocialLinks };
  readonly connections: readonly PersonalConnection[];
  /** The users whom the user blocks. */
  readonly blocks: readonly PersonalBlock[];
  /** The reports that the user made; those about them are for the organizers. */
  readonly user_reports: readonly PersonalUserReport[];
  readonly dismissed_recommendations: readonly PersonalDismissal[];
  readonly event_attendances: readonly PersonalAttendance[];
  /** Agenda items that the user keeps. */
  readonly favorites: readonly PersonalFavorite[];
  readonly conference_attendances: readonly PersonalRegistration[];
  /** What the user answered when they registered, by conference or event. */
  readonly form_answers: readonly PersonalAnswers[];
  readonly invitations: readonly ExportedInvitation[];
  /** Scans at checkpoints of conferences. */
  readonly check_ins: readonly PersonalScan[];
  readonly seat_requests: readonly PersonalSeatRequest[];
  readonly submitted_events: readonly PersonalEvent[];
  /** The speaker linked to the user, if any. */
  readonly speaker: SpeakerView | null;
  /** The user's calendar feed, if any. Only a hash of its secret address is stored. */
  readonly calendar_link: { readonly created_at: string } | null;
  readonly media: readonly ExportedMedia[];
  /** The enrichment of the profile, if any. */
  readonly enrichment: Enrichment | null;
  readonly feedback: readonly PersonalFeedback[];
  /** Null if the user never registered with the partner. */
  readonly partner: PersonalPartnerAccount | null;
  readonly mint: PersonalMint | null;
  readonly quests: PersonalQuestData;
  readonly notifications: readonly Notification[];
  readonly deliveries: readonly PersonalDelivery[];
  /** Template variables from spreadsheet broadcasts that have not been sent yet. */
  readonly message_variables: readonly SpreadsheetRow['variables'][];
  /** Null if the user has never changed them. */
  readonly notification_settings:
    | (NotificationPreferences & Pick<NotificationSettings, 'seen_up_to'>)
    | null;
}

/** The user's quests, submissions and points. */
interface PersonalQuestData {
  readonly participations: readonly PersonalQuest[];
  readonly submissions: readonly PersonalSubmission[];
  readonly votes: readonly PersonalVote[];
  readonly registration_requests: readonly PersonalQuestRequest[];
  readonly points: readonly PointEntry[];
}

/** An upload; its private file has signed URLs only. */
export type ExportedMedia = Omit<PersonalMedia, 'key'> & { readonly url: string | null };

/** A claimed invitation with its kept address. */
type ExportedInvitation = Omit<PersonalInvitation, 'id' | 'email_encrypted'> & {
  readonly email: string | null;
};

/** The user's account of the partner, which is stored encrypted in part. */
export interface PartnerExport {
  exportOf(userId: number): Promise<PersonalPartnerAccount | null>;
}

interface Deps {
  readonly store: Store;
  readonly urls: MediaUrls;
  readonly partner: PartnerExport;
  readonly encryption: Encryption;
  readonly now: () => Date;
}

/** Exports the personal data of a user. */
export class PersonalDataService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws AppError INVALID_TOKEN if the user was erased after they authenticated */
  async export(userId: number): Promise<PersonalData> {
    const { calendarLinks, enrichments, notificationSettings } = this.#deps.store;
    const { read } = this.#deps.store;
    const { checkpointScans, myAgenda, personalAttendances, personalData, registrationRequests } =
      read;
    const [
      profile,
      connections,
      blocks,
      user_reports,
      dismissed_recommendations,
      event_attendances,
      favorites,
      questions,
      conference_attendances,
      form_answers,
      invitations,
      check_ins,
      seat_requests,
      submitted_events,
      speaker,
      calendar_link,
      media,
      enrichment,
      feedback,
      partner,
      mint,
      quests,
      notifications,
      deliveries,
      message_variables,
      settings,
    ] = await Promise.all([
      personalData.findProfile(userId),
      read.connections.listPersonal(userId),
      read.blocks.listPersonal(userId),
      read.userReports.listPersonal(userId),
      personalData.listDismissals(userId),
      personalAttendances.listAttendances(userId),
      myAgenda.listPersonal(userId),
      read.questions.findPersonal(userId),
      personalAttendances.listRegistrations(userId),
      read.formAnswers.listPersonal(userId),
      personalAttendances.listInvitations(userId),
      checkpointScans.listPersonal(userId),
      registrationRequests.listPersonal(userId),
      personalData.listSubmittedEvents(userId),
      personalData.findSpeaker(userId),
      calendarLinks.find(userId),
      personalData.listMedia(userId),
      enrichments.find(userId),
      personalData.listFeedback(userId),
      this.#deps.partner.exportOf(userId),
      this.#deps.store.partnerMints.findPersonalOf(userId),
      this.#questsOf(userId),
      personalData.listNotifications(userId),
      personalData.listDeliveries(userId),
      personalData.listMessageVariables(userId),
      notificationSettings.find(userId),
    ]);
    if (!profile) throw invalidToken();
    return {
      exported_at: this.#deps.now().toISOString(),
      profile: { ...profile, socials: linksOf(profile.socials) },
      connections,
      blocks,
      user_reports,
      dismissed_recommendations,
      event_attendances,
      favorites,
      ...questions,
      conference_attendances,
      form_answers,
      invitations: invitations.map(({ id, email_encrypted, ...invitation }) => ({
        ...invitation,
        email: keptEmail(this.#deps.encryption, { id, email_encrypted }),
      })),
      check_ins,
      seat_requests,
      submitted_events,
      speaker: speaker ? speakerView(speaker) : null,
      calendar_link: calendar_link ?? null,
      media: media.map((one) => this.#exported(one)),
      enrichment: enrichment ?? null,
      feedback,
      partner,
      mint: mint ?? null,
      quests,
      notifications: notifications.map((one) => notificationView(inLanguage(one, 'en'))),
      deliveries,
      message_variables,
      notification_settings: settings
        ? { ...preferencesOf(settings), seen_up_to: settings.seen_up_to }
        : null,
    };
  }

  #exported({ key, ...media }: PersonalMedia): ExportedMedia {
    const isPublic = key !== null && media.purpose === 'public' && media.status === 'ready';
    return { ...media, url: isPublic ? this.#deps.urls.of(media.storage, key) : null };
  }

  async #questsOf(userId: number): Promise<PersonalQuestData> {
    const { personalQuestData } = this.#deps.store.read;
    const [participations, submissions, votes, registration_requests, points] = await Promise.all([
      personalQuestData.listQuests(userId),
      personalQuestData.listSubmissions(userId),
      personalQuestData.listVotes(userId),
      personalQuestData.listRequests(userId),
      personalQuestData.listPoints(userId),
    ]);
    return { participations, submissions, votes, registration_requests, points };
  }
}
