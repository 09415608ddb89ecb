import { createHmac } from 'node:crypto';

export const BOT_TOKEN = '7000000001:AAtestTESTtestTESTtestTESTtestTESTt';

const FIELDS =
  'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private';

/** Published by tma.js and its sister libraries, and signed by Telegram itself, both ways. */
export const LAUNCH_DATA_OF_THE_MESSENGER = {
  botToken: '7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ',
  botId: 7_342_037_359,
  messengerId: 279_058_397,
  at: 1_733_584_787,
  /** Without their signatures. */
  fields: FIELDS,
  raw: `${FIELDS}&auth_date=1733584787&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6`,
} as const;

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
