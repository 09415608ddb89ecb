import { createHmac } from 'node:crypto';

/** A person of the messenger, in its own words. */
export interface LaunchUser {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly language_code?: string;
  readonly photo_url?: string;
  readonly is_premium?: boolean;
  readonly allows_write_to_pm?: boolean;
}

/**
 * Launch data as the messenger would sign it, for trying things without a messenger: it takes the
 * bot's token, so it proves nothing that whoever holds the token could not say anyway.
 */
export function signInitData(
  user: LaunchUser,
  { at, botToken, ...fields }: { at: Date; botToken: string; start_param?: string },
): string {
  const auth_date = String(Math.floor(at.getTime() / 1_000));
  const signed = Object.entries({ ...fields, auth_date, user: JSON.stringify(user) });
  const checkString = signed
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n');
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest();
  const hash = createHmac('sha256', key).update(checkString).digest('hex');
  return new URLSearchParams([...signed, ['hash', hash]]).toString();
}
