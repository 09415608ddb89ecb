import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import { endOf, isHeld, type MeetCode, stepAt } from '../../domain/networking/connections.ts';
import { qrSvgOf } from '../../lib/qr-codes.ts';
import { SignedCodes } from '../../lib/signed-codes.ts';

/** Of the step in a code: enough until the year 42,000. */
const STEP_BYTES = 4;

/** A code that a user shows to the people whom they meet. */
export interface ShownMeetCode {
  readonly code: string;
  /** Of the link, or of the code where the mini app has no address. */
  readonly qr_svg: string;
  readonly share_url: string | null;
  readonly expires_at: string;
}

interface Deps {
  readonly secrets: readonly string[];
  readonly shareUrl: ShareLink;
  readonly now: () => Date;
}

/**
 * Makes and verifies meet codes. They are not stored: a code names its user and five minutes, and is
 * signed.
 */
export class MeetCodesService {
  readonly #deps: Deps;
  readonly #codes: SignedCodes;

  /** @param deps.secrets the first one signs, all of them verify */
  constructor(deps: Deps) {
    this.#deps = deps;
    const { secrets } = deps;
    this.#codes = new SignedCodes({ secrets, purpose: 'meet codes', numberBytes: STEP_BYTES });
  }

  /** The code of a user at this time. It is the same for five minutes. */
  async show(user_id: number): Promise<ShownMeetCode> {
    const step = stepAt(this.#deps.now());
    const code = this.#codes.codeOf({ id: user_id, number: step });
    const share_url = this.#deps.shareUrl({ kind: 'meet', id: user_id, code });
    const qr_svg = await qrSvgOf(share_url ?? code);
    return { code, qr_svg, share_url, expires_at: endOf(step).toISOString() };
  }

  /**
   * What a code says that is signed and has not expired, with or without the `k_` of its start
   * parameter; undefined for any other text.
   */
  verify(text: string): MeetCode | undefined {
    const content = this.#codes.verify(text.trim().replace(/^k_/, ''));
    if (!content || !isHeld(content.number, this.#deps.now())) return undefined;
    return { user_id: content.id, step: content.number };
  }
}
