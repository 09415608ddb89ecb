/** The settings that hold secrets with which values are signed, hashed or encrypted. */
interface SecretSettings {
  readonly ENCRYPTION_KEY?: readonly string[] | undefined;
  readonly MESSENGER_BOT_TOKEN?: string | undefined;
  readonly JWT_SECRET: readonly string[];
}

/** The first one signs, all of them verify. */
export const signingSecretsFrom = ({
  ENCRYPTION_KEY = [],
  JWT_SECRET,
}: SecretSettings): string[] => [...ENCRYPTION_KEY, ...JWT_SECRET];

/** Without ENCRYPTION_KEY, which production requires, JWT_SECRET encrypts. */
export function encryptionSecretsFrom(data: SecretSettings): [string, ...string[]] {
  const [first = '', ...others] = signingSecretsFrom(data);
  return [first, ...others];
}

/**
 * The secrets of the hashes of messenger ids: the first one hashes, and a lookup uses each of them.
 * Without ENCRYPTION_KEY, the bot token hashes, or else the text of JWT_SECRET. A lookup still
 * finds older hashes after ENCRYPTION_KEY is set, or JWT_SECRET has another item.
 */
export function hashSecretsFrom(data: SecretSettings): [string, ...string[]] {
  const { ENCRYPTION_KEY = [], MESSENGER_BOT_TOKEN = [], JWT_SECRET } = data;
  const older = [MESSENGER_BOT_TOKEN, JWT_SECRET.join(), JWT_SECRET].flat();
  const [first = JWT_SECRET.join(), ...others] = new Set([...ENCRYPTION_KEY, ...older]);
  return [first, ...others];
}
