import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/knex.ts';
import { openEnvironment } from '../src/environment.ts';
import { Queue } from '../src/jobs/queue.ts';
import { deriveKey } from '../src/lib/derived-keys.ts';
import { Encryption } from '../src/lib/encryption.ts';
import { openLog } from '../src/log.ts';
import { openStore } from '../src/repositories/store.ts';
import { KeyRotationService } from '../src/services/operations/key-rotation.service.ts';

/**
 * Encrypts all encrypted columns under the first item of ENCRYPTION_KEY, and prints which older
 * keys are still needed. It can run next to the service, and again after an interruption.
 */
const local = await openEnvironment(process.env, '.hallway');
try {
  const config = readConfig(local.env);
  const db = openDatabase(config.database.url, config.database);
  try {
    const queue = new Queue(config.database.directUrl, openLog({ level: 'warn', pretty: false }));
    const encryption = new Encryption(config.encryptionSecrets);
    const rotation = new KeyRotationService({ store: openStore(db, queue), encryption });
    for (const [column, count] of Object.entries(await rotation.run())) {
      console.log(`${column}: ${count} values encrypted under the newest key`);
    }
    const { id } = deriveKey(config.hashSecrets[0], 'erased people');
    const names = new Map(
      config.hashSecrets.map((secret, index) => [deriveKey(secret, 'erased people').id, index + 1]),
    );
    for (const { table, key_id, count } of await rotation.hashesByKey(id)) {
      const key = names.get(key_id ?? '');
      const which = key === undefined ? 'a secret that is not set' : `secret ${key} of the list`;
      console.log(
        `${table}: ${count} hashes still need key ${key_id ?? 'without an id'} (${which})`,
      );
    }
  } finally {
    await db.destroy();
  }
} catch (error) {
  // Only the message, as at the start of the service: the reader is an operator.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await local.stop();
}
