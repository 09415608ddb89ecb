import type { FeedbackService } from '../../../services/feedback/feedback.service.ts';
import { endpoint, type SignedIn } from '../../endpoint.ts';
import {
  FeedbackReceiptSchema,
  FeedbackSubmissionSchema,
} from '../../schemas/feedback/feedback.schemas.ts';

/** The longest feedback, with every character escaped, has about 60 KiB. */
const MAX_BODY_BYTES = 64 * 1_024;

interface Sending {
  readonly caller: SignedIn | undefined;
  readonly address: string;
}

export const feedbackEndpoints = ({ feedback }: { feedback: FeedbackService }) => [
  endpoint({
    name: 'sendFeedback',
    method: 'post',
    path: '/feedback',
    auth: 'public',
    tag: 'Feedback',
    summary: 'Send feedback to the organizers',
    description:
      'Requires no credentials: valid ones name you as the sender, others are ignored. It can be about a public conference, event or agenda item. Safe to repeat: within 10 minutes your same message about the same returns 200 and the first one, unchanged. Anonymous feedback is the same if all fields and the address are equal. The address itself is not stored. For 10 minutes, a keyed hash of it with the feedback is stored, and the rate limit counts it.',
    body: FeedbackSubmissionSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    responses: { 200: FeedbackReceiptSchema, 201: FeedbackReceiptSchema },
    errors: ['NOT_FOUND'],
    knowsSender: true,
    limits: [
      { policy: 'feedback-per-person', on: 'request', by: 'user' },
      // Of anonymous senders only: the users of a venue share one address.
      {
        policy: 'feedback-per-address',
        on: 'request',
        by: ({ caller, address }: Sending) => (caller ? undefined : address),
      },
    ],
    async handle({ caller, address, body }) {
      const sender = { user_id: caller?.user.id ?? null, address };
      const sent = await feedback.send(sender, body);
      return { status: sent.created ? 201 : 200, body: sent.feedback };
    },
  }),
];
