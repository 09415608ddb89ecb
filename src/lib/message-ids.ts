import { randomBytes } from 'node:crypto';
import { inBase62 } from './base62.ts';

const PREFIX = 'msg_';
/** 48 bits of milliseconds and 112 random ones, in base 62. */
const LENGTH = 27;
const RANDOM_BITS = 112n;

/** The least id that a message of a time can have: ids are in the order of their times. */
export const firstMessageId = (at: Date): string => idOf(at, 0n);

/** The id of a message: `msg_` and 27 digits of base 62, which begin with the time. */
export const newMessageId = (at: Date): string =>
  idOf(at, BigInt(`0x${randomBytes(Number(RANDOM_BITS) / 8).toString('hex')}`));

const idOf = (at: Date, random: bigint): string =>
  `${PREFIX}${inBase62((BigInt(Math.max(0, at.getTime())) << RANDOM_BITS) | random, LENGTH)}`;
