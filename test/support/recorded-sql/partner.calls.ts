import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

const REFERENCE = '00000000-0000-4000-8000-000000000001';
const HASH = 'a'.repeat(64);
const ENCRYPTED = Buffer.from('encrypted');
const TOKENS = { access_encrypted: ENCRYPTED, refresh_encrypted: ENCRYPTED, expires_at: LATER };
const TRY = { id: 1, try: 1 } as const;

export const partnerCalls = ({ user, other, mint }: Rows) =>
  ({
    partnerAccounts: {
      find: [[user.id]],
      lock: [[user.id]],
      upsertCode: [
        [
          user.id,
          {
            destination_encrypted: ENCRYPTED,
            otp_reference: REFERENCE,
            otp_expires_at: LATER,
          },
        ],
      ],
      updateCodeExpiry: [[REFERENCE, LATER]],
      updateTries: [[user.id, { maxTries: 5, now: NOW }]],
      updateTryReturned: [[REFERENCE]],
      updateVerified: [[REFERENCE, { ...TOKENS, partner_user_id: 'pa_1', verified_at: NOW }]],
      updateRefreshClaim: [[user.id, { claim: REFERENCE, ms: 15_000 }]],
      findIsRefreshing: [[user.id]],
      updateTokens: [[REFERENCE, TOKENS]],
      updateRefreshReleased: [[REFERENCE]],
      updateUnverified: [[REFERENCE]],
      updateAccessExpired: [[user.id, ENCRYPTED]],
      delete: [[user.id]],
    },
    partnerErased: {
      findAny: [[[HASH, HASH]]],
      upsert: [[{ account_hash: HASH, key_id: '3f1a9c07', erased_at: NOW }]],
    },
    partnerMints: {
      find: [[mint.id]],
      findOf: [[user.id]],
      findPersonalOf: [[user.id]],
      lockOf: [[user.id]],
      insert: [[other.id]],
      updateNewTry: [[mint.id]],
      updateClaims: [[{ limit: 20, leaseMs: 40_000 }]],
      findNextDueMs: [[]],
      updateAccepted: [[TRY, 'm_1', 2_000]],
      updateUnknown: [[TRY, 2_000]],
      updateMinted: [
        [
          TRY,
          { partner_mint_id: 'm_1', token_id: '1', transaction_hash: null, explorer_url: null },
        ],
      ],
      updateFailed: [[TRY, { partner_mint_id: 'm_1', failure_code: 'rejected' }]],
      updateDueOf: [[user.id]],
      findIsRestored: [[mint.id]],
      deleteOf: [[user.id]],
    },
    read: {
      adminPartner: {
        listAccounts: [
          ...filteredBy({ status: 'verified', q: 'Person' }, (filter) => [
            { ...filter, byContacts: true, sort: '-user_id' },
            { ...PAGE, page: 1 },
          ]),
          {
            note: 'by q, without contacts',
            args: [
              { q: 'Person', sort: '-user_id' },
              { ...PAGE, page: 1 },
            ],
          },
          { note: 'after a cursor', args: [{ sort: '-user_id' }, afterIn('-user_id', 7)] },
        ],
        listMints: [
          ...filteredBy({ status: 'failed', failure_reason: 'rejected' }, (filter) => [
            { ...filter, sort: '-id' },
            PAGE,
          ]),
          { note: 'after a cursor', args: [{ sort: 'id' }, afterIn('id', 7)] },
        ],
        findMint: [[mint.id]],
        countMints: [[]],
      },
    },
  }) satisfies SomeCalls;
