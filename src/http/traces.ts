import type { Request, Response } from 'express';
import type { Actor, Trace } from '../domain/administration/administrators.ts';
import { clientAddressOf } from './client-address.ts';
import type { AnyEndpoint } from './endpoint.ts';

export const traceOf = (req: Request, res: Response): Trace => ({
  request_id: String(res.locals.requestId),
  ip: clientAddressOf(req) || null,
});

/** Counts the reads of people. */
export interface ProfileReads {
  record(by: Actor, endpoint: string): Promise<void>;
}

/**
 * Counts an answer to an administrator that holds people.
 * @param headers those of the handler: a file has an audit row of its own
 */
export async function recordRead(
  endpoint: AnyEndpoint,
  {
    res,
    headers,
    profileReads,
  }: {
    readonly res: Response;
    readonly headers: Readonly<Record<string, string>>;
    readonly profileReads: ProfileReads;
  },
): Promise<void> {
  if (endpoint.auth !== 'admin' || !endpoint.holdsProfiles) return;
  if ('Content-Disposition' in headers) return;
  await profileReads.record(res.locals.caller, endpoint.name);
}
