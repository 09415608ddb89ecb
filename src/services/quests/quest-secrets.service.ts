import type { Administrator } from '../../domain/administration/administrators.ts';
import { notFound } from '../../errors.ts';
import type { Encryption } from '../../lib/encryption.ts';
import { SigningSecrets } from '../../lib/signing-secrets.ts';
import type { Store } from '../../repositories/store.ts';

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
  readonly #secrets: SigningSecrets;

  constructor(deps: { store: Store; encryption: Encryption; now: () => Date }) {
    this.#deps = deps;
    this.#secrets = new SigningSecrets(deps.encryption, {
      table: 'quests',
      purpose: 'quest secrets',
    });
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
    const now = this.#deps.now();
    const until = revoke ? null : new Date(now.getTime() + OLD_VALID_MS).toISOString();
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.quests.lock(questId))) throw notFound('quest');
      const stored = await tx.quests.findSecrets(questId, now.toISOString());
      const { secret, columns } = this.#secrets.rotated(questId, stored, until);
      await tx.quests.updateSecrets(questId, columns);
      await tx.audit.record(by, 'quest.rotate_secret', questId, { after: { revoke } });
      return { secret, old_secret_valid_until: columns.old_secret_until };
    });
  }

  /** The secrets that are valid now, the newest first; none for an unknown quest. */
  async listValid(questId: number): Promise<readonly string[]> {
    const stored = await this.#deps.store.quests.findSecrets(
      questId,
      this.#deps.now().toISOString(),
    );
    return this.#secrets.list(questId, stored);
  }
}
