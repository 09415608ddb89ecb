import type { Knex } from 'knex';
import { AdminEventsReadModel } from './admin-events.read-model.ts';
import { AdminQuestionsReadModel } from './admin-questions.read-model.ts';
import { AdminSpeakersReadModel } from './admin-speakers.read-model.ts';
import { AgendaReadModel } from './agenda.read-model.ts';
import { AgendaFavoritesRepository } from './agenda-favorites.repository.ts';
import { AgendaGroupsReadModel } from './agenda-groups.read-model.ts';
import { AgendaGroupsRepository } from './agenda-groups.repository.ts';
import { AgendaImportsRepository } from './agenda-imports.repository.ts';
import { AgendaInterestRepository } from './agenda-interest.repository.ts';
import { AgendaItemsRepository } from './agenda-items.repository.ts';
import { AgendaMovesReadModel } from './agenda-moves.read-model.ts';
import { AgendaMovesRepository } from './agenda-moves.repository.ts';
import { CalendarLinksRepository } from './calendar-links.repository.ts';
import { CalendarsReadModel } from './calendars.read-model.ts';
import { ConferenceCopiesRepository } from './conference-copies.repository.ts';
import { ConferenceEventsReadModel } from './conference-events.read-model.ts';
import { ConferencePagesReadModel } from './conference-pages.read-model.ts';
import { ConferencePagesRepository } from './conference-pages.repository.ts';
import { ConferenceReadinessReadModel } from './conference-readiness.read-model.ts';
import { ConferenceStatsReadModel } from './conference-stats.read-model.ts';
import { ConferencesReadModel } from './conferences.read-model.ts';
import { ConferencesRepository } from './conferences.repository.ts';
import { EventImportsRepository } from './event-imports.repository.ts';
import { EventsReadModel } from './events.read-model.ts';
import { EventsRepository } from './events.repository.ts';
import { ImportedSpeakersRepository } from './imported-speakers.repository.ts';
import { LineupsRepository } from './lineups.repository.ts';
import { MyAgendaReadModel } from './my-agenda.read-model.ts';
import { QuestionsReadModel } from './questions.read-model.ts';
import { QuestionsRepository } from './questions.repository.ts';
import { SpeakerKeysRepository } from './speaker-keys.repository.ts';
import { SpeakersReadModel } from './speakers.read-model.ts';
import { SpeakersRepository } from './speakers.repository.ts';

/** The repositories of the programme. */
export const PROGRAMME_REPOSITORIES = {
  agendaFavorites: (db: Knex) => new AgendaFavoritesRepository(db),
  agendaGroups: (db: Knex) => new AgendaGroupsRepository(db),
  agendaImports: (db: Knex) => new AgendaImportsRepository(db),
  agendaInterest: (db: Knex) => new AgendaInterestRepository(db),
  agendaItems: (db: Knex) => new AgendaItemsRepository(db),
  agendaMoves: (db: Knex) => new AgendaMovesRepository(db),
  calendarLinks: (db: Knex) => new CalendarLinksRepository(db),
  conferenceCopies: (db: Knex) => new ConferenceCopiesRepository(db),
  conferencePages: (db: Knex) => new ConferencePagesRepository(db),
  conferences: (db: Knex) => new ConferencesRepository(db),
  eventImports: (db: Knex) => new EventImportsRepository(db),
  events: (db: Knex) => new EventsRepository(db),
  importedSpeakers: (db: Knex) => new ImportedSpeakersRepository(db),
  lineups: (db: Knex) => new LineupsRepository(db),
  questions: (db: Knex) => new QuestionsRepository(db),
  speakerKeys: (db: Knex) => new SpeakerKeysRepository(db),
  speakers: (db: Knex) => new SpeakersRepository(db),
};

/** The read models of the programme. */
export const PROGRAMME_READ_MODELS = {
  adminEvents: (db: Knex) => new AdminEventsReadModel(db),
  adminQuestions: (db: Knex) => new AdminQuestionsReadModel(db),
  adminSpeakers: (db: Knex) => new AdminSpeakersReadModel(db),
  agenda: (db: Knex) => new AgendaReadModel(db),
  agendaGroups: (db: Knex) => new AgendaGroupsReadModel(db),
  agendaMoves: (db: Knex) => new AgendaMovesReadModel(db),
  calendars: (db: Knex) => new CalendarsReadModel(db),
  conferenceEvents: (db: Knex) => new ConferenceEventsReadModel(db),
  conferencePages: (db: Knex) => new ConferencePagesReadModel(db),
  conferences: (db: Knex) => new ConferencesReadModel(db),
  conferenceReadiness: (db: Knex) => new ConferenceReadinessReadModel(db),
  conferenceStats: (db: Knex) => new ConferenceStatsReadModel(db),
  events: (db: Knex) => new EventsReadModel(db),
  myAgenda: (db: Knex) => new MyAgendaReadModel(db),
  questions: (db: Knex) => new QuestionsReadModel(db),
  speakers: (db: Knex) => new SpeakersReadModel(db),
};
