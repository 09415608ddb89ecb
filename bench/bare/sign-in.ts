import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { BOT_TOKEN, JWT_SECRET } from '../harness/service.ts';
import { statement } from './database.ts';
import { meOf, USER_COLUMNS } from './users.ts';

const HOUR_S = 3_600;
const upsertUser = statement(
  'sign in',
  `insert into users (messenger_id, messenger_first_name, messenger_last_name, username,
     language_code, messenger_reachable, messenger_signed_at, last_seen_at)
   values ($1, $2, $3, $4, $5, $6, $7, now())
   on conflict (messenger_id) do update set last_seen_at = now()
   returning ${USER_COLUMNS}`,
);

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Two statements: the user, then their counts. Left out: the age of the launch data, changes of the name, blocked
 * and erased users, rate limits, the claim of invitations, and the log of sign-ins.
 */
export async function signIn(pool: pg.Pool, initData: string): Promise<string> {
  const fields = new URLSearchParams(initData);
  const hash = fields.get('hash');
  fields.delete('hash');
  const text = [...fields]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  const key = hmac('WebAppData', BOT_TOKEN).digest();
  if (hmac(key, text).digest('hex') !== hash) throw new Error('wrong signature');
  const person = JSON.parse(fields.get('user') ?? '{}');
  const signed = new Date(Number(fields.get('auth_date')) * 1_000);
  const { id, first_name, last_name, username, language_code, allows_write_to_pm } = person;
  const reachable = allows_write_to_pm === true;
  const names = [id, first_name, last_name, username, language_code, reachable, signed];
  const user = await upsertUser(pool, names);
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { user_id: user.id, messenger_id: id, iat, exp: iat + HOUR_S };
  const body = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}`;
  const token = `${body}.${hmac(JWT_SECRET, body).digest('base64url')}`;
  const me = await meOf(pool, user);
  const expires_at = new Date(1_000 * claims.exp).toISOString();
  const session = { token, token_type: 'Bearer', expires_in: HOUR_S, expires_at, start: null };
  return JSON.stringify({ ...session, user: me });
}
