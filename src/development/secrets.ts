import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockFile } from './lock-file.ts';

const LOCK_WAIT_MS = 5000;

/** Each has the shape of its real counterpart, so that development takes the same paths. */
const MAKERS: Readonly<Record<string, () => string>> = {
  JWT_SECRET: () => randomBytes(48).toString('base64url'),
  ADMIN_API_KEY: () => randomBytes(32).toString('base64url'),
  MESSENGER_BOT_TOKEN: () =>
    `${randomInt(1_000_000_000, 10_000_000_000)}:${randomBytes(27).toString('base64url').slice(1)}`,
  ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
};

/**
 * The secrets of a development machine, by the names of their settings. They are made at the first
 * start and kept in `secrets.json`, readable by the owner alone; one that a later version of the
 * program needs is added. Starts at the same moment agree on one set.
 */
export function developmentSecrets(directory: string): Record<string, string> {
  mkdirSync(directory, { recursive: true });
  const release = lockFile(path.join(directory, 'secrets.lock'), LOCK_WAIT_MS);
  if (!release) throw new Error(`Another start holds ${directory}/secrets.lock`);
  try {
    return readOrMake(path.join(directory, 'secrets.json'));
  } finally {
    release();
  }
}

function readOrMake(file: string): Record<string, string> {
  const kept = existsSync(file) ? parse(file) : {};
  const missing = Object.entries(MAKERS).filter(([name]) => !(name in kept));
  if (missing.length === 0) return kept;

  const secrets = { ...kept, ...Object.fromEntries(missing.map(([name, make]) => [name, make()])) };
  const draft = `${file}.new`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return secrets;
}

function parse(file: string): Record<string, string> {
  const problem = `${file} is not an object of texts; repair it, or remove it to have new secrets`;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(problem, { cause });
  }
  if (!isTexts(content)) throw new Error(problem);
  return content;
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');
