import type { TimedOutcome, WebhookHttp } from '../../integrations/webhooks/webhook-http.ts';
import type { SigningSecrets, StoredSecrets } from '../../lib/signing-secrets.ts';
import { signedHeaders } from '../../lib/standard-webhooks.ts';

/** A message to an endpoint, with the secrets that sign it. */
export interface SignedMessage extends StoredSecrets {
  readonly message_id: string;
  readonly endpoint_id: number;
  readonly url: string;
  readonly body: string;
}

/** Signs messages and posts them, once each. */
export class WebhookCallsService {
  readonly #deps;

  constructor(deps: { http: WebhookHttp; secrets: SigningSecrets; now: () => Date }) {
    this.#deps = deps;
  }

  /** Never rejects for a call that fails. The signature has the time of this attempt. */
  async call(message: SignedMessage, signal?: AbortSignal): Promise<TimedOutcome> {
    const { message_id: id, endpoint_id, url } = message;
    const body = Buffer.from(message.body);
    const secrets = this.#deps.secrets.list(endpoint_id, message);
    const headers = signedHeaders({ id, body, at: this.#deps.now() }, secrets);
    return this.#deps.http.call({ url, body, headers, ...(signal && { signal }) });
  }
}
