import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { declaredEndpoints } from '../../support/endpoints.ts';

const CONSOLE = 'src/console';

/** The operations of administrators that no screen of the console uses, and why. */
const WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  createAdminStreamTicket: 'for clients whose stream cannot send headers; the console has a cookie',
  signInAdmin: 'for programs; the console signs in by a session',
  getAgendaItem: 'the grid has every item of the conference',
  importCalendarEvent: 'one event of a calendar; the console imports all of it',
  getAdminLeaderboard: 'the board and the points of a person show it',
  listAdminFeaturedQuests: 'the list of quests says which are featured',
  listPendingQuestTasks: 'the review queue shows the submissions of all quests',
  getReminderTemplate: 'the list of reminders has the whole of each',
  approveQuestRegistrationRequest: 'Moderation decides several at once, by the bulk operation',
  rejectQuestRegistrationRequest: 'Moderation decides several at once, by the bulk operation',
  listQuestRegistrationRequests: 'Moderation lists requests of every kind',
  decideQuestRegistrationRequests: 'Moderation decides requests of every kind',
  reviewQuestTasks: 'proofs are decided one by one, by keyboard, with undo',
  createNotifications: 'for programs that write each text',
  sendBroadcast: 'the console saves a draft and schedules it',
  deleteWelcome: 'the console switches it off, and its text stays for the next time',
  listTemplateVariables: 'the editor names them in its language',
  getEnrichmentJob: 'the list has every job',
  listConferenceCheckIns: 'the list of attendees has the latest arrivals first',
  listEventCheckIns: 'the list of attendees has the arrivals',
  updateEventAttendees: 'attendees of events are changed one by one',
  getSource: 'the list has the whole of each',
  getWebhook: 'the list has the whole of each',
  checkPoints: 'for operators, beside `ops check`',
};

it('every operation of administrators has a screen, or a reason to have none', async () => {
  const files = (await readdir(CONSOLE, { recursive: true })).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(path.join(CONSOLE, name), 'utf8')));
  const source = texts.join('\n');
  const unused = declaredEndpoints()
    .filter(({ auth }) => auth === 'admin')
    .map(({ name }) => name)
    .filter((name) => !source.includes(`'${name}'`));

  expect(unused.sort()).toEqual(Object.keys(WITHOUT_SCREEN).sort());
});
