/** The groups of the API reference, in its order, each with the sentence that introduces it. */
export const TAGS = {
  Authentication: 'Sign in with messenger data or an API key, and keep a token fresh.',
  Users: 'Profiles of attendees, and everything a user may do with their own account.',
  Conferences: 'Published conferences and their agendas.',
  Events: 'Sessions, workshops and side events, and requests for side events.',
  Attendance: 'Seats, waitlists, attendees and tickets of events and conferences.',
  Speakers: 'Speakers, their talks and their conferences.',
  Calendars: 'Agendas and personal schedules as iCalendar feeds.',
  Connections: 'Requests to connect with other attendees, and accepted connections.',
  Quests: 'Quests made of tasks, your progress in them, points and leaderboards.',
  Notifications: 'The inbox, its live stream, preferences and quiet hours.',
  'Images and videos': 'Uploads of users, and the files that everybody sees.',
  Feedback: 'What attendees tell the organizers, also without an account.',
  'Admin: users': 'Find, import, block and unblock users.',
  'Admin: conferences': 'Create, publish, archive and delete conferences.',
  'Admin: events': 'Create and change events, decide on side events, import calendars.',
  'Admin: agenda': 'Items of an agenda: time, place, speakers and the event behind each.',
  'Admin: attendance': 'Attendee lists, imports and exports, and check-in at the door.',
  'Admin: speakers': 'Speakers and the lineups of conferences.',
  'Admin: media': 'Pictures of the programme, and the uploads of users.',
  'Admin: quests': 'Quests and tasks, reviews, participants, points and reminders.',
  'Admin: notifications': 'Notifications to single users, and broadcasts to an audience.',
  'Admin: feedback': 'Read, export and work through feedback.',
  'Admin: enrichment': 'Headlines, tags and interests made from the profiles of attendees.',
  'Admin: audit log': 'Every change that an administrator made.',
} as const;

export type Tag = keyof typeof TAGS;
