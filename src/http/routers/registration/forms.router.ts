import type { Conference } from '../../../domain/programme/conferences.ts';
import type { Event } from '../../../domain/programme/events.ts';
import type { FormsService } from '../../../services/registration/forms.service.ts';
import { OF_CONFERENCE, OF_EVENT } from '../../schemas/admin-paths.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema } from '../../schemas/common.ts';
import {
  AnswersChangeSchema,
  FormChangeSchema,
  FormSchema,
  OwnAnswersSchema,
} from '../../schemas/registration/forms.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Attendance');
const adminEndpoint = tagged('Admin: attendance');

const CHANGE =
  'Replaces the whole list. A question never changes its words, so an answer stays beside those that it answered: with another label or kind, without one of its options or no longer sensitive, it becomes a new question, which `replaces` the old one. Another order or help, a new option, language or `is_required` change the question. Questions that are left out are retired with their answers, or deleted without any.';
const ANSWER =
  'Replaces all of them. With a seat or a place on the waitlist, until the start. A required question without an answer is refused.';
const ERRORS = ['REGISTRATION_REQUIRED', 'REGISTRATION_CLOSED', 'ANSWERS_REQUIRED'] as const;

export const formEndpoints = ({
  conferenceForms,
  eventForms,
}: {
  conferenceForms: FormsService<Conference>;
  eventForms: FormsService<Event>;
}) => [
  adminEndpoint({
    ...OF_CONFERENCE,
    name: 'getConferenceForm',
    route: 'GET /admin/conferences/:conference_id/form-questions',
    scope: 'attendees:read',
    summary: 'Get the questions that a conference asks who registers',
    versioned: FormSchema,
    responses: { 200: FormSchema },
    handle: async ({ params }) => ok(await conferenceForms.get(params.conference_id)),
  }),

  adminEndpoint({
    ...OF_CONFERENCE,
    name: 'updateConferenceForm',
    route: 'PUT /admin/conferences/:conference_id/form-questions',
    scope: 'attendees:write',
    summary: 'Update the questions that a conference asks who registers',
    description: CHANGE,
    body: FormChangeSchema,
    versioned: FormSchema,
    responses: { 200: FormSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(
        await conferenceForms.update(
          caller,
          { id: params.conference_id, ifMatch },
          body.form_questions,
        ),
      ),
  }),

  adminEndpoint({
    ...OF_EVENT,
    name: 'getEventForm',
    route: 'GET /admin/events/:id/form-questions',
    scope: 'attendees:read',
    summary: 'Get the questions that an event asks who attends',
    versioned: FormSchema,
    responses: { 200: FormSchema },
    handle: async ({ params }) => ok(await eventForms.get(params.id)),
  }),

  adminEndpoint({
    ...OF_EVENT,
    name: 'updateEventForm',
    route: 'PUT /admin/events/:id/form-questions',
    scope: 'attendees:write',
    summary: 'Update the questions that an event asks who attends',
    description: CHANGE,
    body: FormChangeSchema,
    versioned: FormSchema,
    responses: { 200: FormSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(await eventForms.update(caller, { id: params.id, ifMatch }, body.form_questions)),
  }),

  endpoint({
    name: 'updateMyConferenceAnswers',
    route: 'PUT /conferences/:conference_id/answers',
    auth: 'user',
    summary: 'Update my answers to the questions of a conference',
    description: ANSWER,
    params: ConferenceParamsSchema,
    body: AnswersChangeSchema,
    concurrency: ({ params }) => `conference:${params.conference_id}`,
    responses: { 200: OwnAnswersSchema },
    errors: ERRORS,
    handle: async ({ caller, params, body }) =>
      ok(await conferenceForms.answer(caller.user.id, params.conference_id, body.answers)),
  }),

  endpoint({
    name: 'updateMyEventAnswers',
    route: 'PUT /events/:id/answers',
    auth: 'user',
    summary: 'Update my answers to the questions of an event',
    description: ANSWER,
    params: IdParamsSchema,
    body: AnswersChangeSchema,
    concurrency: ({ params }) => `event:${params.id}`,
    responses: { 200: OwnAnswersSchema },
    errors: ERRORS,
    handle: async ({ caller, params, body }) =>
      ok(await eventForms.answer(caller.user.id, params.id, body.answers)),
  }),
];
