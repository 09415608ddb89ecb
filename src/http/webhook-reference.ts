import type { AnyEndpoint, SentMessage } from './endpoint.ts';
import { type Json, jsonSchemaOf } from './json-schemas.ts';

const HEADERS = [
  ['webhook-id', 'The id of the message, the same at each retry and replay.', 'string'],
  ['webhook-timestamp', 'The time of this attempt, in seconds since 1970.', 'string'],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA-256 of `id.timestamp.body` in base64, under the base64-decoded rest of `whsec_…`. One for each valid secret, separated by spaces.',
    'string',
  ],
] as const;

const EXAMPLES: Readonly<Record<string, string>> = {
  'webhook-id': 'msg_0EJJ0LyQfeIBXrB6JBaGXZAIvIk',
  'webhook-timestamp': '1778745601',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const PARAMETERS = HEADERS.map(([name, description, type]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type },
  example: EXAMPLES[name],
}));

const ANSWERS = {
  '2XX': { description: 'Received. The body is ignored.' },
  '410': { description: 'Switches the endpoint off.' },
  '4XX': { description: 'Sent again, as after any other answer: 8 times within 24 hours.' },
};

/** `attendance.changed` in camelCase, for generators. */
const operationIdOf = (kind: string): string =>
  `on${kind.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** What this service sends, for the OpenAPI document. Adds the schemas of the bodies to `schemas`. */
export const webhooksOf = (endpoints: readonly AnyEndpoint[], schemas: Json): Json =>
  Object.fromEntries(
    endpoints.flatMap(({ tag, sends = [] }) =>
      sends.map(({ kind, summary, schema }) => [
        kind,
        {
          post: {
            operationId: operationIdOf(kind),
            tags: [tag],
            summary,
            security: [],
            parameters: PARAMETERS,
            requestBody: {
              required: true,
              content: { 'application/json': { schema: jsonSchemaOf(schema, 'output', schemas) } },
            },
            responses: ANSWERS,
          },
        },
      ]),
    ),
  );

/** The JSON schema of the body of a message, and an example of it. */
export function describedMessage({ schema: body }: Pick<SentMessage, 'schema'>) {
  const named: Record<string, Json> = {};
  jsonSchemaOf(body, 'output', named);
  // The body has a name, and no part of it has one.
  const [{ examples, ...schema } = {} as Json] = Object.values(named);
  const [example] = examples as Json[];
  return { schema, example: example ?? {} };
}
