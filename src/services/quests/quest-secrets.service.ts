import type { Administrator } from '../../domain/administration/administrators.ts';
import { notFound } from '../../errors.ts';
import type { Encryption, StoredAt } from '../../lib/encryption.ts';
import { newSigningSecret } from '../../lib/standard-webhooks.ts';
import type { EncryptedSecrets } from '../../repositories/quests/quests.repository.ts';
import type { Store } from '../../repositories/store.ts';

type Column = keyof EncryptedSecrets;

export interface IssuedSecret {
  /** `whsec_…`; no later answer shows it. */
  readonly secret: string;
  /** The time until which the previous secret signs, too; null if none does. */
  readonly old_secret_valid_until: string | null;
}

/** A partner has a day to replace the secret. */
const OLD_VALID_MS = 24 * 3_600_000;

/** The secrets with which partners sign calls of the public quest API; encrypted at rest. */
export class QuestSecretsService {
  readonly #deps;

  constructor(deps: { store: Store; encryption: Encryption; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Gives a quest a new secret. The previous one stays valid for 24 hours, unless it is revoked.
   * @throws AppError NOT_FOUND
   */
  async rotate(
    by: Administrator,
    questId: number,
    { revoke }: { readonly revoke: boolean },
  ): Promise<IssuedSecret> {
    const secret = newSigningSecret();
    const now = this.#deps.now();
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.quests.lock(questId))) throw notFound('quest');
      const stored = await tx.quests.findSecrets(questId, now.toISOString());
      const before = revoke ? null : (stored?.secret_encrypted ?? null);
      const until = new Date(now.getTime() + OLD_VALID_MS).toISOString();
      const old_secret_until = before && until;
      await tx.quests.updateSecrets(questId, {
        secret_encrypted: this.#encrypt(questId, 'secret_encrypted', secret),
        old_secret_encrypted:
          before &&
          this.#encrypt(
            questId,
            'old_secret_encrypted',
            this.#decrypt(questId, 'secret_encrypted', before),
          ),
        old_secret_until,
      });
      await tx.audit.record(by, 'quest.rotate_secret', questId, { after: { revoke } });
      return { secret, old_secret_valid_until: old_secret_until };
    });
  }

  /** The secrets that are valid now, the newest first; none for an unknown quest. */
  async listValid(questId: number): Promise<readonly string[]> {
    const stored = await this.#deps.store.quests.findSecrets(
      questId,
      this.#deps.now().toISOString(),
    );
    return (['secret_encrypted', 'old_secret_encrypted'] as const).flatMap((column) => {
      const value = stored?.[column];
      return value ? [this.#decrypt(questId, column, value)] : [];
    });
  }

  #encrypt(questId: number, column: Column, secret: string): Buffer {
    return this.#deps.encryption.encrypt('quest secrets', placeOf(questId, column), secret);
  }

  #decrypt(questId: number, column: Column, value: Buffer): string {
    return this.#deps.encryption.decrypt('quest secrets', placeOf(questId, column), value);
  }
}

const placeOf = (row_id: number, column: Column): StoredAt => ({ table: 'quests', column, row_id });
