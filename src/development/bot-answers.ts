import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** An error of the Bot API, with its own words. */
export class BotApiError extends Error {
  readonly code: number;

  constructor(code: number, description: string) {
    super(description);
    this.code = code;
  }
}

/** How the sandbox answers a call; tests plan all but `ok`. */
export type BotBehavior =
  | 'ok'
  | { readonly retry_after: number }
  | 'blocked'
  | 'chat_not_found'
  | 'bad_request'
  | 'server_error'
  | 'unauthorized'
  /** Any other refusal, such as 400 with "Bad Request: message can't be edited". */
  | { readonly error_code: number; readonly description: string }
  /** Accepts the request, does nothing and never answers. */
  | 'hang'
  /** The call takes effect, and no answer is ever sent. */
  | 'lost'
  /** An HTML page instead of JSON. */
  | 'nonsense'
  /** The call takes effect, and the connection is closed in the middle of the answer. */
  | 'cut'
  /** Status 200 without a body. */
  | 'empty'
  /** Holds the answer and the effect back until a promise resolves. */
  | { readonly until: Promise<unknown>; readonly answer: 'ok' | 'server_error' };

const REFUSALS = {
  blocked: [403, 'Forbidden: bot was blocked by the user'],
  chat_not_found: [400, 'Bad Request: chat not found'],
  bad_request: [400, "Bad Request: can't parse entities: Unsupported start tag"],
  server_error: [500, 'Internal Server Error'],
  unauthorized: [401, 'Unauthorized'],
} as const;

/** Answers a call as planned; `effect` is what the call does, and its result. */
export async function answerAs(
  behavior: BotBehavior,
  response: ServerResponse,
  effect: () => unknown,
): Promise<void> {
  if (typeof behavior === 'object' && 'until' in behavior) {
    await behavior.until;
    return answerAs(behavior.answer, response, effect);
  }
  if (typeof behavior === 'object') {
    if ('error_code' in behavior) return sendError(response, behavior);
    const description = `Too Many Requests: retry after ${behavior.retry_after}`;
    return sendError(response, { error_code: 429, description, parameters: behavior });
  }
  switch (behavior) {
    case 'ok':
    case 'cut':
    case 'lost':
      return answerWith(effect, response, behavior);
    case 'hang':
      return;
    case 'empty':
      response.end();
      return;
    case 'nonsense':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
      return;
  }
  const [error_code, description] = REFUSALS[behavior];
  sendError(response, { error_code, description });
}

async function answerWith(
  effect: () => unknown,
  response: ServerResponse,
  behavior: 'ok' | 'cut' | 'lost',
): Promise<void> {
  let result: unknown;
  try {
    result = await effect();
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    return sendError(response, { error_code: error.code, description: error.message });
  }
  if (behavior !== 'lost') sendJson(response, { ok: true, result }, behavior);
}

export function sendError(
  response: ServerResponse,
  error: { error_code: number; description: string; parameters?: object },
): void {
  response.statusCode = error.error_code;
  sendJson(response, { ok: false, ...error }, 'ok');
}

function sendJson(response: ServerResponse, answer: object, behavior: 'ok' | 'cut'): void {
  const json = JSON.stringify(answer);
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(json));
  if (behavior === 'ok') response.end(json);
  else response.write(json.slice(0, 20), () => response.destroy());
}

/** Waits for the latency of the sandbox; no timer where there is none. */
export async function latency(ms: number | undefined): Promise<void> {
  if (ms) await sleep(ms);
}
