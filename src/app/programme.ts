import type { MediaUrls } from '../domain/media/media-urls.ts';
import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import {
  adminAgendaEndpoints,
  agendaMoveEndpoints,
} from '../http/routers/programme/admin-agenda.router.ts';
import {
  adminConferenceEndpoints,
  conferenceCopyEndpoints,
  conferenceReadinessEndpoints,
  conferenceStatsEndpoints,
} from '../http/routers/programme/admin-conferences.router.ts';
import {
  adminEventEndpoints,
  conferenceEventEndpoints,
} from '../http/routers/programme/admin-events.router.ts';
import { adminSpeakerEndpoints } from '../http/routers/programme/admin-speakers.router.ts';
import { agendaEndpoints, myAgendaEndpoints } from '../http/routers/programme/agenda.router.ts';
import { agendaGroupEndpoints } from '../http/routers/programme/agenda-groups.router.ts';
import { calendarEndpoints } from '../http/routers/programme/calendars.router.ts';
import {
  adminConferencePageEndpoints,
  conferencePageEndpoints,
} from '../http/routers/programme/conference-pages.router.ts';
import { conferenceEndpoints } from '../http/routers/programme/conferences.router.ts';
import {
  agendaImportEndpoints,
  eventImportEndpoints,
} from '../http/routers/programme/event-imports.router.ts';
import { eventEndpoints } from '../http/routers/programme/events.router.ts';
import {
  adminQuestionEndpoints,
  questionEndpoints,
} from '../http/routers/programme/questions.router.ts';
import {
  adminSideEventEndpoints,
  sideEventEndpoints,
} from '../http/routers/programme/side-events.router.ts';
import { speakerEndpoints } from '../http/routers/programme/speakers.router.ts';
import { once } from '../lib/once.ts';
import { BulkImportsService } from '../services/bulk-imports.service.ts';
import { AgendaNotificationsService } from '../services/messaging/agenda-notifications.service.ts';
import { EventNotificationsService } from '../services/messaging/event-notifications.service.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import { FailedAttemptsService } from '../services/people/authentication.service.ts';
import { AdminAgendaService } from '../services/programme/admin-agenda.service.ts';
import { AdminConferencePagesService } from '../services/programme/admin-conference-pages.service.ts';
import {
  AdminConferencesService,
  type QuestsOfConference,
} from '../services/programme/admin-conferences.service.ts';
import { AdminEventsService } from '../services/programme/admin-events.service.ts';
import { AdminQuestionsService } from '../services/programme/admin-questions.service.ts';
import { AdminSideEventsService } from '../services/programme/admin-side-events.service.ts';
import { AdminSpeakersService } from '../services/programme/admin-speakers.service.ts';
import { AgendaService } from '../services/programme/agenda.service.ts';
import { AgendaGroupsService } from '../services/programme/agenda-groups.service.ts';
import { AgendaImportsService } from '../services/programme/agenda-imports.service.ts';
import { AgendaMovesService } from '../services/programme/agenda-moves.service.ts';
import { CalendarFeedsService, CalendarsService } from '../services/programme/calendars.service.ts';
import {
  ConferenceCopiesService,
  type QuestCopies,
} from '../services/programme/conference-copies.service.ts';
import { ConferencePagesService } from '../services/programme/conference-pages.service.ts';
import { ConferenceReadinessService } from '../services/programme/conference-readiness.service.ts';
import { ConferenceStatsService } from '../services/programme/conference-stats.service.ts';
import { ConferencesService } from '../services/programme/conferences.service.ts';
import { EventImportsService } from '../services/programme/event-imports.service.ts';
import { ConferenceEventsService, EventsService } from '../services/programme/events.service.ts';
import { ImportedAgendaService } from '../services/programme/imported-agenda.service.ts';
import { ImportedEventsService } from '../services/programme/imported-events.service.ts';
import { LineupsService } from '../services/programme/lineups.service.ts';
import { MyAgendaService } from '../services/programme/my-agenda.service.ts';
import { QuestionsService } from '../services/programme/questions.service.ts';
import { SideEventsService } from '../services/programme/side-events.service.ts';
import { SpeakerMergesService } from '../services/programme/speaker-merges.service.ts';
import { SpeakersService } from '../services/programme/speakers.service.ts';
import type { createAttendance } from './attendance.ts';
import { type Base, originOf, shareLinkOf } from './outside.ts';

type Needs = Pick<
  ReturnType<typeof createAttendance>['services'],
  'attendances' | 'registrations'
> & {
  readonly notifications: NotificationsService;
  readonly quests: QuestsOfConference;
  readonly questCopies: QuestCopies;
  readonly urls: MediaUrls;
  readonly hashOf: MessengerHash;
};

/** Conferences, events, agendas, speakers and their calendars. */
export function createProgramme(
  { store, config, now, address }: Base,
  { attendances, registrations, notifications, quests, questCopies, urls, hashOf }: Needs,
) {
  // Loaded by the first import: iCalendar, HTML and the HTTP client take 20 MiB.
  const calendars = once(async () => {
    const { openCalendarReader } = await import('../integrations/calendar/calendar-reader.ts');
    return openCalendarReader(config.calendars);
  });
  const { changeWaitMs } = config.messenger;
  const agendaNotifications = new AgendaNotificationsService({ changeWaitMs, now });
  const eventNotifications = new EventNotificationsService({ changeWaitMs });
  const publicUrl = originOf({ config, address });
  const shareUrl = shareLinkOf(config);
  const services = {
    attendances,
    registrations,
    conferences: new ConferencesService({ store, shareUrl, now }),
    conferenceEvents: new ConferenceEventsService({ store, now }),
    events: new EventsService({ store, shareUrl, now }),
    sideEvents: new SideEventsService({ store, now }),
    agenda: new AgendaService({ store, shareUrl, now }),
    myAgenda: new MyAgendaService({ store, now }),
    questions: new QuestionsService({
      store,
      tries: new FailedAttemptsService({ store, hashOf }),
      now,
    }),
    adminQuestions: new AdminQuestionsService({ store, now }),
    speakers: new SpeakersService({ store }),
    calendars: new CalendarsService({ store, publicUrl, shareUrl, now }),
    adminConferences: new AdminConferencesService({
      store,
      registrations,
      attendances,
      eventNotifications,
      quests,
      now,
    }),
    conferenceCopies: new ConferenceCopiesService({ store, questCopies, now }),
    conferencePages: new ConferencePagesService({ store }),
    adminConferencePages: new AdminConferencePagesService({ store, urls }),
    conferenceReadiness: new ConferenceReadinessService({ store, now }),
    conferenceStats: new ConferenceStatsService({ store, now }),
    adminEvents: new AdminEventsService({
      store,
      attendances,
      eventNotifications,
      agendaNotifications,
      now,
    }),
    adminSideEvents: new AdminSideEventsService({ store, notifications, now }),
    adminAgenda: new AdminAgendaService({ store, agendaNotifications }),
    agendaGroups: new AgendaGroupsService({ store, eventNotifications, agendaNotifications, now }),
    agendaMoves: new AgendaMovesService({ store, agendaNotifications, now }),
    agendaImports: new AgendaImportsService({
      store,
      bulkImports: new BulkImportsService({ store }),
      agenda: new ImportedAgendaService({ agendaNotifications }),
    }),
    adminSpeakers: new AdminSpeakersService({ store }),
    lineups: new LineupsService({ store }),
    speakerMerges: new SpeakerMergesService({ store }),
    eventImports: new EventImportsService({
      store,
      events: new ImportedEventsService({
        attendances,
        eventNotifications,
        agendaNotifications,
        now,
      }),
      feeds: new CalendarFeedsService({ store, calendars, now }),
      defaultUrl: config.calendars.feedUrl,
      now,
    }),
  };
  const endpoints = [
    ...conferenceEndpoints(services),
    ...conferenceEventEndpoints(services),
    ...eventEndpoints(services),
    ...sideEventEndpoints(services),
    ...agendaEndpoints(services),
    ...myAgendaEndpoints(services),
    ...questionEndpoints(services),
    ...speakerEndpoints(services),
    ...calendarEndpoints(services),
    ...adminConferenceEndpoints(services),
    ...conferenceStatsEndpoints(services),
    ...conferencePageEndpoints(services),
    ...adminConferencePageEndpoints(services),
    ...conferenceReadinessEndpoints(services),
    ...conferenceCopyEndpoints(services),
    ...adminEventEndpoints(services),
    ...adminSideEventEndpoints(services),
    ...adminAgendaEndpoints(services),
    ...adminQuestionEndpoints(services),
    ...agendaGroupEndpoints(services),
    ...agendaMoveEndpoints(services),
    ...agendaImportEndpoints(services),
    ...adminSpeakerEndpoints(services),
    ...eventImportEndpoints(services),
  ];
  return { services, endpoints };
}
