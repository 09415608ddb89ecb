import { insufficientScope } from '../../errors.ts';
import { type Granted, missingScope } from './administrators.ts';
import type { Scope } from './scopes.ts';

/** The scopes of which a key needs one for each topic of the live stream of administrators. */
const SCOPES_OF = {
  check_in: ['door:read', 'attendees:read'],
  attendance: ['attendees:read'],
  submission: ['quests:read'],
  registration_request: ['quests:read', 'attendees:read'],
  side_event: ['content:read'],
  broadcast: ['broadcasts:read'],
  feedback: ['feedback:read'],
  agenda: ['content:read'],
  question: ['questions:read'],
  source: ['content:read', 'attendees:read'],
} as const satisfies Readonly<Record<string, readonly [Scope, ...Scope[]]>>;

export type StreamTopic = keyof typeof SCOPES_OF;

/** `Object.keys` loses the type of the keys. */
export const STREAM_TOPICS = Object.keys(SCOPES_OF) as readonly StreamTopic[];

/** Whether a key may follow a topic. */
export const isAllowed = (topic: StreamTopic, granted: readonly Granted[]): boolean =>
  SCOPES_OF[topic].some((scope) => missingScope(granted, [scope]) === undefined);

/**
 * The topics of a stream: those that were asked for, or else all that the key may follow.
 * @throws AppError FORBIDDEN, which names the scope that is missing for one that was asked for, or for any
 */
export function topicsFor(
  granted: readonly Granted[],
  asked: readonly StreamTopic[] | undefined,
): readonly StreamTopic[] {
  const refused = asked?.find((topic) => !isAllowed(topic, granted));
  if (refused) throw insufficientScope(SCOPES_OF[refused][0]);
  if (asked) return asked;
  const allowed = STREAM_TOPICS.filter((topic) => isAllowed(topic, granted));
  if (allowed.length === 0) throw insufficientScope(SCOPES_OF.check_in[0]);
  return allowed;
}
