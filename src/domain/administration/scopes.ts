/**
 * What an administrator's key may do: one word for the resource, one for the kind of action
 * (spec: administration, section 1). An endpoint declares which of them it needs.
 */
export const SCOPES = {
  'content:read': 'Conferences, events, agenda items and speakers, published or not.',
  'content:write': 'Create and change them, and decide on side events.',
  'content:delete': 'Delete them, and merge speakers.',
  'content:import': 'Import agendas and calendars.',
  'questions:read': 'Questions of sessions, with the person who asked.',
  'questions:moderate': 'Show, answer, hide and merge questions of sessions.',
  'attendees:read': 'Attendees, waitlists and invitations.',
  'attendees:write': 'Add, change and remove attendees and invitations.',
  'attendees:import': 'Import attendees of a conference.',
  'attendees:export': 'Attendees as a file.',
  'door:check-in': 'Check in attendees, and undo it.',
  'door:read': 'The roster of the door, those who arrived, and their numbers.',
  'quests:read': 'Quests, tasks, participants, submissions and boards.',
  'quests:write': 'Create, change and delete quests, tasks and reminder templates.',
  'quests:review': 'Decide on submissions and requests for a place.',
  'quests:remind': 'Send reminders to participants.',
  'quests:secrets': 'The codes of tasks and the secrets of quests.',
  'quests:export': 'Participants as a file.',
  'points:write': 'Correct points.',
  'broadcasts:read': 'Broadcasts, their deliveries and audiences.',
  'broadcasts:write': 'Preview and cancel broadcasts.',
  'broadcasts:send': 'Send broadcasts and notifications.',
  'people:read': 'All users, with their attendances and changes.',
  'people:contacts': 'The messenger id, username and e-mail of people, wherever people are read.',
  'people:write': 'Correct profiles.',
  'people:moderate': 'Block and unblock users.',
  'people:import': 'Import users.',
  'people:export': 'Users as a file.',
  'people:erase': 'Erase users.',
  'reports:read': 'Reports of users by users.',
  'reports:resolve': 'Resolve reports: dismiss them, warn or block the reported user.',
  'media:read': 'The list of media.',
  'media:open': 'Open the uploads of users.',
  'media:write': 'Upload pictures of the programme, and delete media.',
  'feedback:read': 'Feedback.',
  'feedback:write': 'Change the status and notes of feedback.',
  'feedback:export': 'Feedback as a file.',
  'enrichment:read': 'Enrichments of profiles, and their jobs.',
  'enrichment:run': 'Generate enrichments.',
  'partner:read': 'Accounts with the partner, and mints.',
  'partner:write': 'Allow a failed mint another try.',
  'audit:read': 'The audit log.',
  'audit:export': 'The audit log as a file.',
  'operations:read': 'The jobs of the queue, and the state of the sending.',
  'operations:write': 'Check and repair kept numbers, retry and cancel jobs, pause the sending.',
  'webhooks:read': 'Endpoints of webhooks and their deliveries.',
  'webhooks:write': 'Create, change and test endpoints of webhooks, and replay deliveries.',
  'keys:manage': 'List, create, change and revoke API keys and administrators.',
} as const;

export type Scope = keyof typeof SCOPES;

/** One scope, or several that are all needed. */
export type RequiredScope = Scope | readonly [Scope, ...Scope[]] | 'any';
