import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { isStored } from '../domain/operations/idempotency-keys.ts';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { errorsOf } from './errors-of.ts';
import { exampleOf } from './examples.ts';
import { type Json, jsonSchemaOf } from './json-schemas.ts';
import { errorHeadersOf } from './response-headers.ts';

/** An `error` sentence of each code, as a client may receive it. */
const SENTENCES: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'limit: expected a whole number from 1 to 100',
  ANSWERS_REQUIRED: 'Please answer "What do you build?"',
  CODE_INVALID: 'This code does not connect you; ask for a new one',
  OTP_INVALID: 'The code is wrong; 3 tries left',
  OTP_EXPIRED: 'You have no valid code; request a new one',
  UNAUTHORIZED: 'Unauthorized',
  INVALID_TOKEN: 'Invalid token',
  FORBIDDEN: 'Forbidden',
  PARTNER_NOT_VERIFIED: 'Verify your account of the partner first',
  NOT_FOUND: 'event not found',
  NOT_REGISTERED: 'attendance not found',
  ROUTE_NOT_FOUND: 'No endpoint has this path',
  METHOD_NOT_ALLOWED: 'Method not allowed',
  CONFLICT: 'slug: expected one that is not in use',
  WRONG_ANSWER: 'This code is wrong',
  TICKET_INVALID: 'This ticket is not valid here',
  TICKET_OTHER_EVENT: 'code: expected a ticket for this event',
  REGISTRATION_REQUIRED: 'You need a seat at the conference',
  QUESTIONS_CLOSED: 'Questions of this session are not open now',
  QUESTION_LIMIT: 'You have 3 open questions in this session; withdraw one first',
  QUEST_INACTIVE: 'This quest is switched off',
  QUEST_NOT_STARTED: 'This quest has not started yet',
  QUEST_ENDED: 'This quest is over',
  QUEST_FULL: 'All places of this quest are taken',
  RATING_CLOSED: 'A session is rated from its start to 7 days after its end',
  TASK_CLOSED: 'This task is not open now',
  TASK_NOT_FULFILLED: 'This task is not fulfilled yet',
  NO_TRIES_LEFT: 'You have used all 3 tries',
  NO_CHAT: 'Your account has no messenger id; an owner adds it',
  NO_TEMPLATE: 'This quest has no reminder template',
  MEDIA_IN_USE: 'media_id: another submission shows this image',
  PAGE_LIMIT: 'A conference has at most 20 pages; delete one first',
  CHECKPOINT_LIMIT: 'A conference has at most 50 checkpoints; retire one first',
  EVENT_ENDED: 'The event has ended',
  EVENT_CANCELLED: 'The event is cancelled',
  EVENT_FULL: 'The event is full',
  CONFERENCE_ENDED: 'The conference has ended',
  CONFERENCE_FULL: 'The conference is full',
  TICKET_TYPE_FULL: 'This ticket type has no free seat',
  TICKET_TYPE_REQUIRED: 'ticket_type_id: expected one of the ticket types of this conference',
  TRANSFER_AT_SHOP: 'The ticket is of a ticket shop, which changes its name',
  TRANSFER_CLOSED: 'Registrations cannot be given away now',
  GUEST_LIMIT: 'You bring as many guests as you may',
  REQUEST_DECLINED: 'The organizers have declined your request',
  CONFERENCE_CANCELLED: 'The conference is cancelled',
  TOO_MANY_PENDING: 'You have 5 pending side-event requests',
  GUEST_NOT_CLAIMED: 'This guest has no account yet; they open the app first',
  ALREADY_CLAIMED: 'Another person has claimed this invitation',
  ALREADY_HAS_SEAT: 'You already have a seat by another invitation',
  ALREADY_CONNECTED: 'You are already connected',
  CONNECTION_REJECTED: 'They rejected your request in the last 30 days',
  TOO_MANY_BLOCKS: 'You block 1000 users already; unblock one first',
  REGISTRATION_CLOSED: 'Registration is closed',
  WAITLISTED: 'This attendee is on the waitlist and has no seat',
  ACCOUNT_BLOCKED: 'This attendee is blocked; set allow_blocked to true to let them in',
  JOB_NOT_CANCELLABLE: 'The job has ended or was cancelled',
  JOB_NOT_EDITABLE: 'The job has started or ended, or is no broadcast of an audience',
  JOB_NOT_RETRYABLE: 'The job has not sent anything',
  JOB_NOT_RECALLABLE: 'The job has not started',
  JOB_NOT_RESCHEDULABLE: 'The job has started or ended',
  DUPLICATE_BROADCAST:
    'Job 7 is the same broadcast, created less than 10 minutes ago; set force to true to create another',
  PIN_LIMIT: 'This conference has 10 announcements, which is the most; take one down first',
  DUPLICATE_SHIFT:
    'These items were moved in this way less than 10 minutes ago; set force to true to move them again',
  IDEMPOTENCY_KEY_REUSED:
    'Idempotency-Key: expected a new key, this one belongs to another request',
  IDEMPOTENCY_KEY_IN_USE: 'Idempotency-Key: the first request with this key is still running',
  SOURCE_CHANGED: 'The source has changed since run 12; run 15 waits in its place',
  SOURCE_LIMIT: 'A conference has at most 10 sources; delete one first',
  SOURCE_RUNNING: 'This source is being read; try again in a moment',
  TOO_SOON: 'This source was read less than a minute ago; try again later',
  QUOTA_EXCEEDED: 'You have 200 files, the maximum for one user; delete some first',
  PARTNER_ACCOUNT_TAKEN: 'This account of the partner belongs to another attendee',
  ALREADY_MINTED: 'This account of the partner has already minted',
  MINT_FAILED: 'The partner has refused your mint three times',
  ENRICHMENT_NOT_READY: 'The user has no enrichment that is ready',
  ENRICHMENT_NOT_ALLOWED: 'The user is not listed, or does not allow this enrichment',
  WEBHOOK_LIMIT: 'A conference has at most 10 endpoints; delete one first',
  WEBHOOK_OFF: 'This endpoint is off; set its status to active first',
  PRECONDITION_FAILED: 'If-Match: expected the current version, which is 4',
  PAYLOAD_TOO_LARGE: 'The body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'Content-Type: expected application/json',
  RANGE_NOT_SATISFIABLE: 'Range: expected a start before byte 48213',
  RATE_LIMITED: 'Too many requests; try again later',
  INTERNAL_ERROR: 'Internal server error',
  UPSTREAM_ERROR: 'The calendar could not be fetched',
  SERVICE_UNAVAILABLE: 'The service is busy or its database is away',
};

export const ERROR_SCHEMA = {
  description: 'The body of every answer from 400.',
  type: 'object',
  required: ['error', 'code'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'string',
      description: 'A sentence for people. It begins with the field, where one is wrong.',
    },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
  },
};

/** The body of 412, the only error with a third field. */
export const FAILED_PRECONDITION_SCHEMA = {
  ...ERROR_SCHEMA,
  description: 'The body of 412.',
  required: ['error', 'code', 'current'],
  properties: {
    ...ERROR_SCHEMA.properties,
    current: { type: 'object', description: 'The resource as it is now.' },
  },
};

/** The components that endpoints share, collected while their operations are built. */
export interface Components {
  readonly schemas: Json;
  readonly responses: Json;
}

/**
 * The error answers of an endpoint by status. Each is a component that endpoints with the same
 * codes share, and is added to `responses`. Those of idempotent endpoints can be replays, those of
 * signed calls name the problem of the signature, those of administrators the missing scope, and a
 * failed precondition shows the current resource.
 */
export function errorResponsesOf(endpoint: AnyEndpoint, { schemas, responses }: Components): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, unsorted]) => {
      const codes = CODES.filter((code) => unsorted.includes(code));
      const isReplayable = endpoint.idempotent === true && isStored(status);
      const challenge = challengeOf(endpoint, status);
      const isOfVersion = status === ERROR_STATUS.PRECONDITION_FAILED;
      const resource = isOfVersion ? endpoint.versioned : undefined;
      const kind = (isReplayable ? 'Replayable' : '') + challenge;
      const shared = SHARED[codes.join()];
      const name = resource
        ? `${resource.meta()?.id}PreconditionFailed`
        : shared
          ? shared + kind
          : upperFirst(endpoint.name) + reasonOf(status);
      responses[name] ??= {
        description: codes.join(', '),
        headers: errorHeadersOf(status, {
          isReplayable,
          isChallenged: status === ERROR_STATUS.UNAUTHORIZED || challenge !== '',
        }),
        content: {
          'application/json': resource ? failedPrecondition(resource, schemas) : errorsBody(codes),
        },
      };
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/**
 * The answers that endpoints share. Every other one is named after its endpoint and status, so that no
 * name changes when a code is added.
 */
const SHARED: Readonly<Record<string, string>> = {
  VALIDATION_ERROR: 'ValidationError',
  UNAUTHORIZED: 'Unauthorized',
  'UNAUTHORIZED,INVALID_TOKEN': 'InvalidToken',
  FORBIDDEN: 'Forbidden',
  NOT_FOUND: 'NotFound',
  PAYLOAD_TOO_LARGE: 'PayloadTooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'UnsupportedMediaType',
  RANGE_NOT_SATISFIABLE: 'RangeNotSatisfiable',
  RATE_LIMITED: 'RateLimited',
  INTERNAL_ERROR: 'InternalError',
  UPSTREAM_ERROR: 'UpstreamError',
  SERVICE_UNAVAILABLE: 'ServiceUnavailable',
};

/** `BadRequest` of 400. */
const reasonOf = (status: number): string => (STATUS_CODES[status] ?? '').replace(/\W/g, '');

const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** What distinguishes the answers with `WWW-Authenticate`, beside a plain 401. */
function challengeOf(endpoint: AnyEndpoint, status: number): string {
  const { auth, verify, scope, conferences } = endpoint;
  if (verify && status === 401) return 'Signed';
  // One for every key needs a scope only if it shows something of conferences.
  const needsScope = auth === 'admin' && (scope !== 'any' || conferences !== 'none');
  return needsScope && status === 403 ? 'Scoped' : '';
}

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

const errorsBody = (codes: readonly ErrorCode[]): Json => ({
  schema: {
    allOf: [
      { $ref: '#/components/schemas/ErrorBody' },
      { type: 'object', properties: { code: { type: 'string', enum: codes } } },
    ],
  },
  examples: Object.fromEntries(
    codes.map((code) => [code, { value: { error: SENTENCES[code], code } }]),
  ),
});

function failedPrecondition(resource: z.ZodType, schemas: Json): Json {
  const code = 'PRECONDITION_FAILED';
  const current = jsonSchemaOf(resource, 'output', schemas);
  return {
    schema: {
      allOf: [
        { $ref: '#/components/schemas/FailedPrecondition' },
        { type: 'object', properties: { code: { type: 'string', enum: [code] }, current } },
      ],
    },
    examples: {
      [code]: {
        value: { error: SENTENCES[code], code, current: exampleOf(current, 'output', schemas) },
      },
    },
  };
}
