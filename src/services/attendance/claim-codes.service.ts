import { SignedCodes } from '../../lib/signed-codes.ts';

/** The invitation that a claim code is for; a code of an older epoch is revoked. */
interface Claimable {
  readonly invitation_id: number;
  readonly epoch: number;
}

const EPOCH_BYTES = 3;

/** Makes and verifies claim codes. They are not stored, so every export has the same links. */
export class ClaimCodesService {
  readonly #codes: SignedCodes;

  /** @param deps.secrets the first one signs, all of them verify */
  constructor({ secrets }: { secrets: readonly string[] }) {
    this.#codes = new SignedCodes({ secrets, purpose: 'claim codes', numberBytes: EPOCH_BYTES });
  }

  /** The code of an invitation: the start parameter of its link is `i_` and the code. */
  codeOf({ invitation_id, epoch }: Claimable): string {
    return this.#codes.codeOf({ id: invitation_id, number: epoch });
  }

  /**
   * What a code with a valid signature is for, with or without the `i_` of its start parameter;
   * undefined for any other text.
   */
  verify(text: string): Claimable | undefined {
    const content = this.#codes.verify(text.trim().replace(/^i_/, ''));
    return content && { invitation_id: content.id, epoch: content.number };
  }
}
