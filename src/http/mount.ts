import { Readable } from 'node:stream';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import type { ConcurrencyKey, KeyedLimit } from '../lib/keyed-limit.ts';
import { PublicText, sendText, setCacheHeaders } from './caching.ts';
import { check, checkQuery } from './check.ts';
import { parseAnswer } from './compiled-schemas.ts';
import type { ConferenceRows } from './conference-scope-check.ts';
import { textFor } from './contacts.ts';
import type { Answer, AnyEndpoint, BegunUpload, Upload, UploadedFile } from './endpoint.ts';
import { type LimitedRequest, refuseBlocked, takeLimits } from './endpoint-limits.ts';
import { errorsOf, isDocument, mediaTypeOf } from './errors-of.ts';
import { checkIdentifiers } from './identifiers.ts';
import type { Authenticate } from './middleware/authenticate.ts';
import { type BodyOptions, rawBodyOf, readBody } from './middleware/body.ts';
import { type Idempotency, idempotencyKeyOf } from './middleware/idempotency.ts';
import { declaredBytes } from './middleware/received-file.ts';
import { requestLog } from './middleware/request-log.ts';
import { addressOf, type RateLimits } from './rate-limits.ts';
import { type ReplicaReads, runHandler } from './replica-reads.ts';
import type { ResponseCache } from './response-cache.ts';
import { prefixOf, sortKey } from './route-order.ts';
import { isSearched, type SearchLimiter, searcherOf } from './search-limiter.ts';
import { sendFile } from './send-file.ts';
import { sendStream } from './send-stream.ts';
import { ServedFile } from './served-file.ts';
import { type ProfileReads, recordRead, traceOf } from './traces.ts';
import { reportUndeclared } from './undeclared-fields.ts';
import { expectedVersions, versionTag, withDeclaredCurrent } from './versions.ts';

export interface MountOptions extends Omit<BodyOptions, 'begun'> {
  readonly authenticate: Authenticate;
  readonly limits: RateLimits;
  readonly idempotency: Idempotency;
  readonly conferenceRows: ConferenceRows;
  readonly searches: SearchLimiter;
  readonly profileReads: ProfileReads;
  readonly limited: KeyedLimit<ConcurrencyKey>['run'];
  /** Undefined where no answers are cached. */
  readonly responses?: ResponseCache | undefined;
  /** Undefined without a replica. */
  readonly lagging?: ReplicaReads | undefined;
  /** Treats an undeclared error code as a defect; on outside production. */
  readonly strict: boolean;
}

/**
 * A router for each group of endpoints with the same prefix. Their order does not matter, and a
 * request is matched against the routes of its own prefix only.
 */
export function mount(endpoints: readonly AnyEndpoint[], options: MountOptions): RequestHandler {
  const groups = Map.groupBy(endpoints, ({ path }) => prefixOf(path));
  const routers = new Map<string, Router>();
  for (const [prefix, group] of groups) routers.set(prefix, routerOf(group, options));
  return (req, res, next) => {
    // Express, too, takes no notice of upper and lower case.
    const router = routers.get(prefixOf(req.path.toLowerCase()));
    if (router) router(req, res, next);
    else next();
  };
}

function routerOf(endpoints: readonly AnyEndpoint[], options: MountOptions): Router {
  const router = Router();
  const sorted = [...endpoints].sort((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1));
  // Path by path, so that another method of /events/my does not match /events/:id.
  for (const declared of Map.groupBy(sorted, ({ path }) => sortKey(path)).values()) {
    const methods = declared.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    for (const one of declared) router[one.method](one.path, ...handlersOf(one, options));
    for (const { path } of declared) router.all(path, methodNotAllowed(methods));
  }
  return router;
}

/** Answers 405 to the methods that no route of the path handles. */
export const methodNotAllowed =
  (allowed: readonly string[]): RequestHandler =>
  () => {
    throw new AppError('METHOD_NOT_ALLOWED', 'Method not allowed', {
      headers: { Allow: allowed.join(', ') },
    });
  };

function handlersOf(endpoint: AnyEndpoint, options: MountOptions): RequestHandler[] {
  const { responses, bodyTimeoutMs } = options;
  const usual = run(endpoint, options);
  if (!endpoint.cachedUntil || !responses) return [usual];
  const authenticate = options.authenticate(endpoint);
  const make = async (req: Request, res: Response) => {
    await authenticate(req, res);
    const read = { req, res, begun: undefined, file: undefined, idempotencyKey: undefined };
    const { headers, mediaType, content } = await answerTo(endpoint, read, options);
    return new PublicText(textFor(undefined, content), mediaType, headers);
  };
  return [responses.reader(endpoint, make, bodyTimeoutMs), usual];
}

/** One request: authentication, body, validation, handler, response. */
function run(endpoint: AnyEndpoint, options: MountOptions): RequestHandler {
  const authenticate = options.authenticate(endpoint);
  return async (req, res) => {
    res.locals.route = endpoint.path;
    res.locals.endpoint = endpoint.name;
    res.locals.caller = await authenticate(req, res);
    endpoint.admit?.(req.headers);
    const idempotencyKey = endpoint.idempotent ? idempotencyKeyOf(req) : undefined;
    const arrived = { req, res, idempotencyKey };
    if (endpoint.upload) return receive(endpoint, endpoint.upload, arrived, options);
    await readBody(endpoint, req, res, options);
    await respond(endpoint, { ...arrived, begun: undefined, file: undefined }, options);
  };
}

async function receive(
  endpoint: AnyEndpoint,
  upload: Upload,
  arrived: Pick<ReadRequest, 'req' | 'res' | 'idempotencyKey'>,
  options: MountOptions,
): Promise<void> {
  const { req, res } = arrived;
  // Deleted with this scope; the `close` event of a client that left early can precede the file.
  await using begun = await beginUpload(upload, { req, res, limits: options.limits });
  await using file = await readBody(endpoint, req, res, { ...options, begun });
  await respond(endpoint, { ...arrived, begun, file }, options);
}

async function respond(
  endpoint: AnyEndpoint,
  read: ReadRequest,
  options: MountOptions,
): Promise<void> {
  const { req, res, file, idempotencyKey: key } = read;
  reportUndeclared(endpoint, req, res);
  const work = () => answerTo(endpoint, read, options);
  const { caller } = res.locals;
  const once = (key: string) =>
    options.idempotency.once({ endpoint, key, req, file, caller, log: requestLog(res) }, work);
  const answer = key === undefined ? await work() : await once(key);
  await recordRead(endpoint, { res, ...answer, ...options });
  await send(answer, endpoint, read);
}

/** Decides whether an upload is received, before its body is read. */
async function beginUpload(
  upload: Upload,
  { req, res, limits }: Pick<Exchange, 'req' | 'res' | 'limits'>,
): Promise<BegunUpload | undefined> {
  const { caller } = res.locals;
  const { limit, pixelLimit } = upload;
  const key = String(caller?.user?.id);
  const exchange = { req, res };
  if (limit) await limits.take(limit, key, exchange);
  if (pixelLimit) await limits.refuseBlocked(pixelLimit, key, exchange);
  const countPixels = async (pixels: number) => {
    if (pixelLimit) await limits.takePixels(pixelLimit, key, pixels, res);
  };
  return upload.begin?.({ caller, bytes: declaredBytes(upload, req), countPixels });
}

interface ReadRequest {
  readonly req: Request;
  readonly res: Response;
  readonly begun: BegunUpload | undefined;
  readonly file: UploadedFile | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Validates a request, runs its handler and validates the answer. */
async function answerTo(
  endpoint: AnyEndpoint,
  { req, res, begun, file, idempotencyKey }: ReadRequest,
  { limits, searches, limited, strict, conferenceRows, lagging }: MountOptions,
): Promise<Answer> {
  const onlyDeclared = endpoint.path.startsWith('/admin/');
  const request = {
    caller: res.locals.caller,
    params: check(endpoint.params, req.params, 'path'),
    query: checkQuery(endpoint.query, req.query, { onlyDeclared }),
    headers: check(endpoint.headers, req.headers, 'headers'),
    body: check(endpoint.body, req.body, 'body'),
    begun,
    file,
    idempotencyKey,
    ifMatch: expectedVersions(endpoint, req),
    verified: undefined as unknown,
    isHead: req.method === 'HEAD',
    credentialOf: res.locals.credentialOf,
    get address() {
      return addressOf(req);
    },
    get trace() {
      return traceOf(req, res);
    },
    get log() {
      return requestLog(res);
    },
  };
  const exchange = { req, res, request, limits, searches, limited, strict };
  await checkIdentifiers(endpoint, request, { sent: req, conferenceRows });
  if (endpoint.verify) await refuseBlocked(endpoint, 'verify', exchange);
  request.verified = await endpoint
    .verify?.({ headers: request.headers, body: request.body, rawBody: rawBodyOf(res) })
    .catch(async (error: unknown) => {
      await takeLimits(endpoint, 'verify', exchange);
      return refused(error, endpoint, exchange);
    });
  if (endpoint.limits) {
    await refuseBlocked(endpoint, 'answer', exchange);
    await takeLimits(endpoint, 'request', exchange);
  }
  const { status, body, headers } = await handled(endpoint, exchange, () =>
    runHandler(endpoint, { caller: request.caller, lagging }, () => endpoint.handle(request)),
  ).catch((error: unknown) => refused(error, endpoint, exchange));
  if (endpoint.limits) await takeLimits(endpoint, 'answer', exchange);

  const schema: z.ZodType = endpoint.responses[status];
  // Parsing the response drops every field that the reference does not declare.
  const answer = parseAnswer(schema, body);
  const isFile = answer instanceof Readable || answer instanceof ServedFile;
  return {
    status: Number(status),
    headers: { ...versionTag(endpoint, req, answer), ...headers },
    mediaType: mediaTypeOf(schema),
    content: isFile ? answer : isDocument(schema) ? String(answer) : { json: answer },
  };
}

async function send(
  { status, headers, mediaType, content }: Answer,
  endpoint: AnyEndpoint,
  { req, res }: Pick<Exchange, 'req' | 'res'>,
): Promise<void> {
  setCacheHeaders(endpoint, res);
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (content instanceof ServedFile) return sendFile(content, req, res);
  const type = String(res.getHeader('Content-Type') ?? mediaType);
  if (content instanceof Readable) return sendStream(content, req, res.type(type));
  const text = textFor(res.locals.caller, content);
  await sendText(text, { req, res, mediaType: type, endpoint });
}

type Exchange = Pick<MountOptions, 'searches' | 'limited' | 'strict'> & LimitedRequest;

async function refused(error: unknown, endpoint: AnyEndpoint, exchange: Exchange): Promise<never> {
  if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
    await takeLimits(endpoint, 'unauthorized', exchange);
  }
  if (exchange.strict && error instanceof AppError && !errorsOf(endpoint).has(error.code)) {
    throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${error.code}`, {
      cause: error,
    });
  }
  throw withDeclaredCurrent(error, endpoint);
}

/** Runs a handler in its turn among the searches of the process, or the requests with the same key. */
function handled<T>(
  endpoint: AnyEndpoint,
  { req, res, request, searches, limited }: Exchange,
  handle: () => Promise<T>,
): Promise<T> {
  const isSearch = isSearched(endpoint) && req.query.q !== undefined;
  if (isSearch) return searches.run(searcherOf(req, res), handle);
  const key = endpoint.concurrency?.(request as never);
  return key === undefined ? handle() : limited([key], handle);
}
