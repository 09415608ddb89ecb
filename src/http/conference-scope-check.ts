import type { Administrator } from '../domain/administration/administrators.ts';
import type { ConferenceRowsService } from '../services/administration/conference-rows.service.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** What decides which rows are of the conferences of a key. */
export type ConferenceRows = Pick<ConferenceRowsService, 'refuseOutside'>;

export interface ValidRequest {
  readonly caller: Partial<Pick<Administrator, 'conference_ids' | 'scopes'>> | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Refuses a request of a key that is limited to some conferences, if it is about rows of others. Other
 * keys cost no statement.
 *
 * @param user the users whom its body names
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function checkConferenceScope(
  endpoint: AnyEndpoint,
  request: ValidRequest,
  { conferenceRows, user }: { conferenceRows: ConferenceRows; user: readonly number[] },
): Promise<void> {
  const { conferences } = endpoint;
  const conference_ids = request.caller?.conference_ids;
  if (!conference_ids || typeof conferences !== 'function') return;
  const limit = { conference_ids, scope: scopeOf(endpoint) };
  await conferenceRows.refuseOutside({ ...conferences(request), user }, limit);
}

/** The scope that a key lacks for other conferences: the first of the endpoint. */
export const scopeOf = ({ scope }: AnyEndpoint): string => [scope ?? 'any'].flat()[0] ?? 'any';
