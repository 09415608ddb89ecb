export { ApiError, isRefusal } from './api-error.ts';
export { Client, type ClientSettings } from './client.ts';
export { apiKey, bearerToken, type Credentials, launchData } from './credentials.ts';
export type * from './operations.d.ts';
export { type Block, blocksOf, type Span } from './page-text.ts';
export { nextPage } from './pages.ts';
export type {
  Answer,
  Code,
  FailureCode,
  FileName,
  ListName,
  Name,
  Options,
  Page,
  Params,
  Refusal,
  RequestBody,
  Row,
  StreamEvent,
  StreamName,
} from './types.ts';
export type { Progress } from './upload.ts';
