import type { PartnerClient } from '../../integrations/partner/partner-client.ts';
import { configured } from './partner-accounts.service.ts';
import type { PartnerTokensService } from './partner-tokens.service.ts';

/** Sessions of users with the partner. */
export class PartnerSessionsService {
  readonly #client: PartnerClient | undefined;
  readonly #tokens: PartnerTokensService;

  /** @param deps.client undefined: the partner is not configured */
  constructor(deps: { client: PartnerClient | undefined; tokens: PartnerTokensService }) {
    this.#client = deps.client;
    this.#tokens = deps.tokens;
  }

  /** @throws AppError SERVICE_UNAVAILABLE, and as `PartnerTokensService.refresh` */
  async refresh(userId: number): Promise<{ status: 'verified'; expires_at: string }> {
    return this.#tokens.refresh(configured(this.#client), userId);
  }
}
