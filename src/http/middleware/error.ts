import { STATUS_CODES } from 'node:http';
import { types } from 'node:util';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { MulterError } from 'multer';
import { AppError, diskFull, invalid } from '../../errors.ts';
import { PRIVATE } from '../caching.ts';
import { jsonFor } from '../contacts.ts';
import { requestLog } from './request-log.ts';

/** Translates an error of another layer for the caller; undefined for an unknown one. */
export type Translate = (thrown: unknown) => AppError | undefined;

/** The only place where an error becomes a response. Everything but an `AppError` is a defect. */
export const errorHandler =
  (translate: Translate): ErrorRequestHandler =>
  (thrown, req, res, next) => {
    const error = toAppError(thrown, translate);
    if (error.alert) requestLog(res).error({ err: thrown }, `request failed: ${error.alert}`);
    else if (error.code === 'INTERNAL_ERROR')
      requestLog(res).error({ err: thrown }, 'request failed');
    else if (error.status >= 500 || thrown instanceof SuppressedError)
      requestLog(res).warn({ err: thrown, status: error.status }, 'request failed');
    // Headers are sent: cut the connection, so that the client does not take the body for complete.
    if (res.headersSent) return next(thrown);
    sendError(error, req, res);
  };

/**
 * Sends the response of an error. A request whose body has not been read yet is answered once what
 * arrived with its headers is parsed: then a small body is complete, and its connection stays open.
 */
export function sendError(error: AppError, req: Request, res: Response): void {
  if (hasBody(req) && !req.complete) setImmediate(() => answer(error, req, res));
  else answer(error, req, res);
}

function answer(error: AppError, req: Request, res: Response): void {
  res.removeHeader('ETag');
  // Asks the client not to send the rest. What it still sends is dropped, see Lingering.
  if (hasBody(req) && !req.complete) res.set('Connection', 'close');
  // A resource is as private as in an answer of the endpoint.
  const cacheControl = error.current === undefined ? 'no-store' : PRIVATE;
  const challenge = error.status === 401 ? { 'WWW-Authenticate': challengeOf(error, req) } : {};
  const headers = { 'Cache-Control': cacheControl, ...challenge, ...error.headers };
  res.set(headers).status(error.status);
  const isProblem = req.get('Accept')?.toLowerCase().includes(PROBLEM) === true;
  const content = isProblem ? problemBody(error) : errorBody(error);
  res.vary('Accept');
  res.set('Content-Type', isProblem ? PROBLEM : 'application/json; charset=utf-8');
  const body = jsonFor(res.locals.caller, content);
  // Express adds a charset to the type of a text, which a problem has none of.
  res.send(isProblem ? Buffer.from(body) : body);
}

/** The content type of RFC 9457, which a client asks for in `Accept`. */
const PROBLEM = 'application/problem+json';

/** The same error by RFC 9457, with the fields that are wrong. */
export const problemBody = ({ message, code, status, errors, current }: AppError) => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail: message,
  code,
  errors,
  ...(current !== undefined && { current }),
});

/** The credentials that the path accepts: those of administrators have keys beside their tokens. */
function challengeOf({ code }: AppError, { originalUrl }: Request): string {
  const bearer = `Bearer realm="hallway"${code === 'INVALID_TOKEN' ? ', error="invalid_token"' : ''}`;
  const isAdmin = /^\/api\/v1\/admin[/?]/i.test(originalUrl);
  return isAdmin ? `${bearer}, HallwayKey realm="hallway"` : bearer;
}

/** The response body of an error. */
export const errorBody = ({ message, code, current }: AppError) => ({
  error: message,
  code,
  ...(current !== undefined && { current }),
});

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Converts a thrown value into the error that the client receives. Where a cleanup failed after an
 * error, the client receives that error.
 */
export function toAppError(thrown: unknown, translate: Translate): AppError {
  if (thrown instanceof SuppressedError) return toAppError(thrown.suppressed, translate);
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof MulterError) return fromMulter(thrown);
  return (
    fromFileSystem(thrown) ??
    fromParser(thrown) ??
    translate(thrown) ??
    new AppError('INTERNAL_ERROR', 'Internal server error', { cause: thrown })
  );
}

function fromMulter(error: MulterError): AppError {
  if (error.code === 'LIMIT_FILE_SIZE')
    return new AppError('PAYLOAD_TOO_LARGE', 'The file is too large');
  if (error.code === 'LIMIT_UNEXPECTED_FILE')
    return invalid(error.field ?? 'file', 'expected no file', 'not_allowed');
  return invalid(error.field ?? 'body', 'expected a form with fewer or shorter fields', 'invalid');
}

/** An upload or a staging file that could not be written. */
const fromFileSystem = (thrown: unknown): AppError | undefined =>
  types.isNativeError(thrown) &&
  'code' in thrown &&
  (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT')
    ? diskFull(thrown)
    : undefined;

/** Errors of body-parser, the router and busboy have a 4xx status or a known message. */
function fromParser(thrown: unknown): AppError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (
    /^(Unexpected end of form|Malformed part header|Multipart: Boundary not found|Request aborted|Request closed|Missing Content-Type for this request|Unsupported content type)/.test(
      thrown.message,
    )
  ) {
    return invalid('body', 'expected a complete multipart form', 'file_incomplete');
  }
  const status = 'status' in thrown ? thrown.status : undefined;
  const type = 'type' in thrown ? thrown.type : undefined;
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The body is too large');
  if (type === 'charset.unsupported')
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type: expected charset=utf-8');
  if (status === 415)
    return new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Content-Encoding: expected gzip, deflate, br or identity',
    );
  if (type === 'entity.parse.failed')
    return invalid('body', 'expected JSON', 'format', { format: 'json' });
  if (type === 'entity.verify.failed')
    return invalid('body', 'expected UTF-8', 'format', { format: 'utf-8' });
  if (thrown instanceof URIError)
    return invalid('path', 'expected valid percent-encoding', 'format', { format: 'url' });
  if (typeof status === 'number' && status >= 400 && status < 500)
    return invalid('body', 'expected a complete body', 'file_incomplete');
  return undefined;
}
