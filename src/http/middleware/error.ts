import type { ErrorRequestHandler, Request } from 'express';
import { MulterError } from 'multer';
import { AppError, invalid } from '../../errors.ts';
import { requestLog } from './request-log.ts';

/** What a failure of another layer means to a caller; undefined for what it does not know. */
export type Translate = (thrown: unknown) => AppError | undefined;

/** The only place where an error becomes an answer. What we did not throw on purpose is a defect. */
export const errorHandler =
  (translate: Translate): ErrorRequestHandler =>
  (thrown, req, res, next) => {
    const error = toAppError(thrown, translate);
    if (error.code === 'INTERNAL_ERROR') requestLog(res).error({ err: thrown }, 'request failed');
    else if (error.status >= 500) requestLog(res).warn({ err: thrown }, 'request failed');
    // An answer that has begun cannot be taken back: cut it, so that nobody takes it for whole.
    if (res.headersSent) return next(thrown);

    res.removeHeader('ETag');
    // What was not read of a refused body must not be taken for the next request.
    if (hasBody(req) && !req.complete) res.set('Connection', 'close');
    res
      .set('Cache-Control', 'no-store')
      .set(error.headers)
      .status(error.status)
      .json(errorBody(error));
  };

/** What a client reads of an error. */
export const errorBody = ({ message, code }: AppError) => ({ error: message, code });

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The error that a client reads for whatever was thrown. */
export function toAppError(thrown: unknown, translate: Translate): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof MulterError) return fromMulter(thrown);
  return (
    fromParser(thrown) ??
    translate(thrown) ??
    new AppError('INTERNAL_ERROR', 'Internal server error', { cause: thrown })
  );
}

function fromMulter(error: MulterError): AppError {
  if (error.code === 'LIMIT_FILE_SIZE')
    return new AppError('PAYLOAD_TOO_LARGE', 'The file is too large');
  if (error.code === 'LIMIT_UNEXPECTED_FILE')
    return invalid(error.field ?? 'file', 'unexpected file');
  return invalid(error.field ?? 'body', 'the form does not fit');
}

/** Errors of body-parser, the router and busboy carry a client's status or a known sentence. */
function fromParser(thrown: unknown): AppError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (
    /^(Unexpected end of form|Malformed part header|Multipart: Boundary not found|Request aborted|Request closed|Missing Content-Type for this request|Unsupported content type)/.test(
      thrown.message,
    )
  ) {
    return invalid('body', 'expected a whole multipart form');
  }
  const status = 'status' in thrown ? thrown.status : undefined;
  const type = 'type' in thrown ? thrown.type : undefined;
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The body is too large');
  if (status === 415)
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'This encoding of the body is not understood');
  if (type === 'entity.parse.failed') return invalid('body', 'expected JSON');
  if (type === 'entity.verify.failed') return invalid('body', 'expected UTF-8');
  if (thrown instanceof URIError) return invalid('path', 'broken percent-encoding');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return invalid('body', 'could not be read');
  return undefined;
}
