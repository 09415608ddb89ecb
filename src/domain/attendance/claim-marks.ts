/** The code by which a user claims an invitation: the link of their own, or the ticket code of the shop. */
export const CLAIM_PROOFS = ['ticket_code', 'link'] as const;
export type ClaimProof = (typeof CLAIM_PROOFS)[number];

/** How a user proved that an import row is theirs. Anyone can take a username that is free. */
export const CLAIM_MARKS = ['username', ...CLAIM_PROOFS] as const;
export type ClaimMark = (typeof CLAIM_MARKS)[number];
