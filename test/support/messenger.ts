import { createHmac } from 'node:crypto';

export const BOT_TOKEN = '7000000001:AAtestTESTtestTESTtestTESTtestTESTt';

export interface LaunchUser {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
  photo_url?: string;
  is_premium?: boolean;
  allows_write_to_pm?: boolean;
}

/** Launch data for `user`, signed as the messenger signs it. Additional fields are signed too. */
export function signInitData(
  user: LaunchUser,
  { at, botToken = BOT_TOKEN, ...fields }: { at: Date; botToken?: string; start_param?: string },
): string {
  const auth_date = String(Math.floor(at.getTime() / 1_000));
  const signed = new Map(Object.entries({ ...fields, auth_date, user: JSON.stringify(user) }));
  const checkString = [...signed]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('\n');
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest();
  const hash = createHmac('sha256', key).update(checkString).digest('hex');
  return new URLSearchParams([...signed, ['hash', hash]]).toString();
}
