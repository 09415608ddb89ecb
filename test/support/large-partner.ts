import type { ListCalls } from './large-lists.ts';

/** Accounts with the partner, and their mints. */
export const PARTNER_ROWS = [
  `insert into partner_accounts (user_id, status, otp_reference, otp_expires_at)
   select n, case when n % 200 = 0 then 'none' else 'otp_sent' end, gen_random_uuid(), now()
     from generate_series(1, :listed + 200) n`,
  `insert into partner_mints (user_id, status, failure_code)
   select n, case when n % 200 = 0 then 'failed' when n % 300 = 0 then 'unknown' else 'minted' end,
          case when n % 200 = 0 then 'sold_out' end
     from generate_series(1, :listed + 200) n`,
];

export const PARTNER_LISTS: readonly ListCalls[] = [
  {
    caller: 'administrator',
    path: '/admin/partner/accounts',
    filters: ['status=none', 'status=otp_sent', 'q=person 77', 'q=p', 'q=zq', 'status=none&q=p'],
  },
  {
    caller: 'administrator',
    path: '/admin/partner/mints',
    filters: [
      'status=pending',
      'status=minted',
      'status=failed',
      'failure_reason=sold_out',
      'failure_reason=rejected',
      'status=minted&failure_reason=sold_out',
    ],
  },
];
