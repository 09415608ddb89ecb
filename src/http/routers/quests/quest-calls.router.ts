import {
  type CompletionCall,
  type JoinCall,
  personKey,
  type SignedCall,
} from '../../../domain/quests/quest-calls.ts';
import { isSigned, type SignatureHeaders } from '../../../lib/standard-webhooks.ts';
import type { SignedCallsService } from '../../../services/quests/signed-calls.service.ts';
import type { UnsignedCallsService } from '../../../services/quests/unsigned-calls.service.ts';
import type { EndpointLimit } from '../../endpoint.ts';
import {
  CompletedSchema,
  CompletionCallSchema,
  JoinCallSchema,
  JoinedSchema,
  SignatureHeadersSchema,
} from '../../schemas/quests/quest-calls.schemas.ts';
import { accepted, tagged } from '../../tagged.ts';

const endpoint = tagged('Quests');

/** A proof of 4,000 characters, with every character escaped, has about 24 KiB. */
const MAX_BODY_BYTES = 32 * 1_024;

interface CallRequest {
  readonly headers: SignatureHeaders;
  readonly body: JoinCall | CompletionCall;
  readonly address: string;
  readonly verified: SignedCall | undefined;
}

/** Keyed by the request alone, so the headers of the limits reveal nothing of the person. */
const limits: readonly EndpointLimit[] = [
  {
    policy: 'signed-quest-calls',
    on: 'request',
    by: ({ verified }: CallRequest) => verified && String(verified.quest_id),
  },
  {
    policy: 'quest-calls-per-person',
    on: 'request',
    by: ({ verified, address, body }: CallRequest) =>
      verified ? undefined : `${address} ${personKey(body.person)}`,
  },
  // Checked after the person's own limit: a request that it refuses must not use up the limit of a
  // venue.
  {
    policy: 'quest-calls-per-address',
    on: 'request',
    by: ({ verified, address }: CallRequest) => (verified ? undefined : address),
  },
  // Once used up, it refuses signed calls before their secrets are read. It counts per quest, so that
  // an attacker at the address of a partner's devices stops them at no other quest.
  {
    policy: 'wrong-signatures',
    on: 'verify',
    by: ({ headers, address, body }: CallRequest) =>
      isSigned(headers)
        ? `${address} ${'quest_id' in body ? `quest ${body.quest_id}` : `task ${body.task_id}`}`
        : undefined,
  },
  // A wrong signature must not use up the limit of the partner.
  { policy: 'quest-calls-per-address', on: 'unauthorized', by: 'address' },
];

const SIGNED =
  'A call with one of the three `webhook-` headers is signed: it is verified, each `webhook-id` runs once within 24 hours, and errors name the problem. The answer to an unsigned call depends on the request alone and reveals nothing of the person; its effect follows within seconds.';

export const questCallEndpoints = ({
  signedCalls,
  unsignedCalls,
}: {
  signedCalls: SignedCallsService;
  unsignedCalls: UnsignedCallsService;
}) => [
  endpoint({
    name: 'joinQuestByCall',
    route: 'POST /quests/join',
    auth: 'public',
    summary: 'Join a quest for a person',
    description: `For partners and booth devices, where the quest allows it. ${SIGNED} An unsigned call is a registration request where the quest asks for approval or has limited places.`,
    headers: SignatureHeadersSchema,
    body: JoinCallSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    verify: (request) => signedCalls.verify(request),
    limits,
    concurrency: ({ verified }) => verified && `quest:${verified.quest_id}`,
    responses: { 202: JoinedSchema },
    errors: [
      'UNAUTHORIZED',
      'TICKET_INVALID',
      'GUEST_NOT_CLAIMED',
      'NOT_FOUND',
      'FORBIDDEN',
      'REGISTRATION_REQUIRED',
      'QUEST_NOT_STARTED',
      'QUEST_ENDED',
      'QUEST_FULL',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    async handle({ body, verified }) {
      const joined = verified ? signedCalls.join(verified, body) : unsignedCalls.join(body);
      return accepted(await joined);
    },
  }),

  endpoint({
    name: 'completeTaskByCall',
    route: 'POST /quests/complete-task',
    auth: 'public',
    summary: 'Complete a task for a person',
    description: `For partners and booth devices, where the quest allows it. ${SIGNED} Unsigned calls complete \`code\` tasks with the code; \`external\` tasks then wait for an administrator. Signed calls complete these and \`link\` tasks at once. Wrong unsigned codes are limited to 30 in 10 minutes for an address, and 100,000 in an hour for a task.`,
    headers: SignatureHeadersSchema,
    body: CompletionCallSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    verify: (request) => signedCalls.verify(request),
    limits,
    concurrency: ({ verified }) => verified && `quest:${verified.quest_id}`,
    responses: { 202: CompletedSchema },
    errors: [
      'UNAUTHORIZED',
      'TICKET_INVALID',
      'GUEST_NOT_CLAIMED',
      'WRONG_ANSWER',
      'NOT_FOUND',
      'FORBIDDEN',
      'REGISTRATION_REQUIRED',
      'QUEST_NOT_STARTED',
      'QUEST_ENDED',
      'QUEST_FULL',
      'TASK_CLOSED',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    async handle({ body, verified, address }) {
      const completed = verified
        ? signedCalls.complete(verified, body)
        : unsignedCalls.complete(body, { address });
      return accepted(await completed);
    },
  }),
];
