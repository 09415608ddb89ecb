import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockFile } from '../lib/lock-file.ts';

const LOCK_WAIT_MS = 5000;

/** Each secret has the format of a real one, so that development runs the same code paths. */
const GENERATORS: Readonly<Record<string, () => string>> = {
  JWT_SECRET: () => randomBytes(48).toString('base64url'),
  ADMIN_API_KEY: () => randomBytes(32).toString('base64url'),
  MESSENGER_BOT_TOKEN: () =>
    `${randomInt(1_000_000_000, 10_000_000_000)}:${randomBytes(27).toString('base64url').slice(1)}`,
  ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
};

/**
 * The development secrets by setting name. The first start generates them into `secrets.json`, which
 * only its owner can read; later versions add missing ones. Concurrent starts get the same secrets.
 */
export function developmentSecrets(directory: string): Record<string, string> {
  mkdirSync(directory, { recursive: true });
  const release = lockFile(path.join(directory, 'secrets.lock'), LOCK_WAIT_MS);
  if (!release) throw new Error(`Another process holds the lock ${directory}/secrets.lock`);
  try {
    return readOrGenerate(path.join(directory, 'secrets.json'));
  } finally {
    release();
  }
}

function readOrGenerate(file: string): Record<string, string> {
  const existing = existsSync(file) ? parse(file) : {};
  const missing = Object.entries(GENERATORS).filter(([name]) => !(name in existing));
  if (missing.length === 0) return existing;

  const generated = missing.map(([name, generate]) => [name, generate()]);
  const secrets = { ...existing, ...Object.fromEntries(generated) };
  const draft = `${file}.new`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return secrets;
}

function parse(file: string): Record<string, string> {
  const problem = `${file}: expected a JSON object of strings; repair it, or delete it for new secrets`;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(problem, { cause });
  }
  if (!isStringRecord(content)) throw new Error(problem);
  return content;
}

const isStringRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');
