import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly user?: string;
  readonly env_file?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly mem_limit?: string;
  readonly cpus?: string | number;
  readonly pids_limit?: number;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
}

/** The services of docker-compose.yml, with its anchors merged and its variables as they are written. */
export function composeServices(): Readonly<Record<string, ComposeService>> {
  return parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }).services;
}

/**
 * The environment of the container of a service: `.env` if the service reads it, then its own settings.
 * @throws Error when a variable without a default is not in `.env`
 */
export function containerEnvironment(
  { env_file, environment = {} }: ComposeService,
  env: NodeJS.Dict<string>,
): Readonly<Record<string, string>> {
  const interpolated = (_all: string, name: string, fallback?: string): string => {
    const value = env[name] || fallback;
    if (value === undefined) throw new Error(`${name}: missing in .env`);
    return value;
  };
  const own = Object.entries(environment).map(([name, text]) => [
    name,
    text.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, interpolated),
  ]);
  return { ...(env_file ? env : {}), ...Object.fromEntries(own) };
}
