import type { z } from 'zod';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { contactPathsIn, usersIn } from '../../src/http/identifiers.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';
import { exampleOf } from '../support/examples.ts';

const ENDPOINTS = declaredEndpoints().filter(({ auth }) => auth === 'admin');

interface Parts {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

/** The paths of all fields of a schema, however deep: `audience.user_ids`. */
function pathsIn(schema: z.ZodType | undefined, path = ''): string[] {
  if (!schema) return [];
  const { shape = {}, element, innerType, in: before, out, options = [] } = schema.def as Parts;
  const inner = [element, innerType, before, out, ...options];
  return [
    ...new Set([
      ...inner.flatMap((one) => pathsIn(one, path)),
      ...Object.entries(shape).flatMap(([name, one]) => {
        const below = path === '' ? name : `${path}.${name}`;
        return [below, ...pathsIn(one, below)];
      }),
    ]),
  ];
}

const lastOf = (path: string): string => path.split('.').at(-1) ?? '';
const withValue = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

/** No row has it, so that it is known where it is found again. */
const ID = 987_654_321;

/** The rows that are looked up only inside of the row that the path names, or belong to no conference. */
const NO_ROWS: Readonly<Record<string, string>> = {
  'start.id': 'what a link opens, which everyone may know',
  'start.conference_id': 'as start.id',
  'marks.room_id': 'a room of the conference of the path',
  'form_questions.id': 'a question of the form of the path',
  'form_questions.options.id': 'an option of this question',
  'config.options.id': 'an option of this task',
  'config.correct_option_ids': 'options of this task',
  invitation_ids: 'invitations of the conference of the path',
  message_ids: 'messages to the endpoint of the path',
  'check_ins.user_id': 'attendees of the path',
  'check_ins.invitation_id': 'invitations of the conference of the path',
  invitation_id: 'an invitation of the conference of the path',
  template_id: 'a template of the quest of the path',
  agenda_item_ids: 'items of the source of the path',
  registration_ids: 'registrations of the source of the path',
};
const IDS_INSIDE = [
  'exportClaimLinks',
  'orderRooms',
  'orderTracks',
  'orderSpeakers',
  'orderCheckpoints',
  'orderConferencePages',
  'orderTicketTypes',
  'orderQuestTasks',
];

/** Whether the declaration of an endpoint takes the row of a field for the conferences of a key. */
function isOwned(endpoint: AnyEndpoint, path: string): boolean {
  const sent = withValue(path, /ids$/.test(path) ? [ID] : ID);
  if (endpoint.namesUsersInside || usersIn(sent).includes(ID)) return true;
  const { conferences, body } = endpoint;
  if (typeof conferences !== 'function') return conferences === 'filtered';
  const merged = { ...(exampleOf(body) as object), ...sent };
  const rows = conferences({ params: { id: 1 }, query: {}, body: merged });
  return JSON.stringify(rows).includes(String(ID));
}

it('every id in a body that a key of some conferences may send has a declared owner', () => {
  const unowned = ENDPOINTS.filter(({ conferences }) => conferences !== 'all').flatMap((endpoint) =>
    pathsIn(endpoint.body)
      .filter((path) => /(^|_)ids?$|^into$/.test(lastOf(path)))
      // A contact, which the next test is about.
      .filter((path) => !/^messenger_ids?$/.test(lastOf(path)))
      .filter((path) => !(path in NO_ROWS))
      .filter((path) => !(path === 'ids' && IDS_INSIDE.includes(endpoint.name)))
      .filter((path) => !isOwned(endpoint, path))
      .map((path) => `${nameOf(endpoint)} ${path}`),
  );
  expect(unowned).toEqual([]);
});

/** Contacts that a request stores, and by which it finds nobody. */
const STORED: Readonly<Record<string, readonly string[]>> = {
  createAdministrator: ['email', 'messenger_id'],
  updateAdministrator: ['email', 'messenger_id'],
  // Its answer is the same whether the contact is a user's, see AdminInvitationsService.
  updateInvitation: ['messenger_id', 'username', 'email'],
};

it('every contact in a body or query of an administrator has a type that finds people, or is stored', () => {
  const found: string[] = [];
  for (const endpoint of ENDPOINTS) {
    for (const schema of [endpoint.body, endpoint.query]) {
      const finding = contactPathsIn(schema);
      for (const path of pathsIn(schema)) {
        if (!/^(username|messenger_ids?|email|phone|contact)$/.test(lastOf(path))) continue;
        if (STORED[endpoint.name]?.includes(path) || finding.includes(path)) continue;
        found.push(`${nameOf(endpoint)} ${path}`);
      }
    }
  }
  expect(found).toEqual([]);
});
