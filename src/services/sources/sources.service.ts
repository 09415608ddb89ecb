import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { keyOwnerOf } from '../../domain/administration/api-keys.ts';
import { differences } from '../../domain/changes.ts';
import { placeOf, SOURCE_CREDENTIALS } from '../../domain/operations/encrypted-columns.ts';
import { MAX_SOURCES } from '../../domain/sources/source-rules.ts';
import { checkMay, readableKinds } from '../../domain/sources/source-scopes.ts';
import {
  checkSameOrigin,
  checkSource,
  sourceDefaults,
} from '../../domain/sources/source-settings.ts';
import type { SourceKind } from '../../domain/sources/sources.ts';
import type { Source, SourceFields, SourceView } from '../../domain/sources/stored-sources.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { AppError, invalid, notFound, preconditionFailed } from '../../errors.ts';
import type { Encryption } from '../../lib/encryption.ts';
import type { Store, Tx } from '../../repositories/store.ts';

type Fields = Omit<SourceFields, 'conference_id' | 'kind'>;
type Given = { readonly [Name in keyof Fields]?: Fields[Name] | undefined } & {
  /** The token or key of a ticket shop. */
  readonly credential?: string | undefined;
  readonly is_enabled?: boolean | undefined;
};

interface NewSource extends Given {
  readonly kind: SourceKind;
  readonly name: string;
}

interface SourceTarget extends Target {
  readonly conference_id: number;
}

interface Deps {
  readonly store: Store;
  readonly encryption: Encryption;
}

/** The programmes and guest lists of a conference that are read again and again, for administrators. */
export class SourcesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The sources of the kinds that the caller may read, at most 10.
   * @throws AppError NOT_FOUND; FORBIDDEN
   */
  async list(
    by: Administrator,
    conferenceId: number,
    page: NumberedRequest,
  ): Promise<Page<SourceView>> {
    const kinds = readableKinds(by);
    if (!(await this.#deps.store.conferences.find(conferenceId))) throw notFound('conference');
    return this.#deps.store.read.sources.list({ conference_id: conferenceId, kinds }, page);
  }

  /** @throws AppError NOT_FOUND; FORBIDDEN */
  async get(by: Administrator, of: Omit<SourceTarget, 'ifMatch'>): Promise<SourceView> {
    const source = await this.#deps.store.read.sources.find(of);
    if (!source) throw notFound('source');
    checkMay(by, 'read', source.kind);
    return source;
  }

  /**
   * Creates a source, which a worker reads at once. Its first run waits for a person.
   * @throws AppError NOT_FOUND; FORBIDDEN; VALIDATION_ERROR; SOURCE_LIMIT for the 11th
   */
  async create(by: Administrator, conferenceId: number, given: NewSource): Promise<SourceView> {
    const { credential, is_enabled = true, kind } = given;
    checkMay(by, 'import', kind);
    const fields = newFields(given);
    checkSource({ ...fields, kind, has_credential: credential !== undefined });
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.lock(conferenceId))) throw notFound('conference');
      if ((await tx.sources.count(conferenceId)) >= MAX_SOURCES) throw atLimit();
      const id = await tx.sources.insert({
        ...fields,
        ...keyOwnerOf(by),
        conference_id: conferenceId,
        kind,
        off_reason: is_enabled ? null : 'by_hand',
      });
      if (credential !== undefined) await this.#putCredential(tx, id, credential);
      await tx.audit.record(by, 'source.create', id, { after: audited({ kind, ...fields }) });
      return view(tx, { id, conference_id: conferenceId });
    });
  }

  /**
   * Changes the given fields. Another address or other settings are read at once, and wait for a person
   * as a new source does. Who changes what is read, or switches the source on, becomes its owner.
   *
   * @throws AppError NOT_FOUND; FORBIDDEN; VALIDATION_ERROR, also for another kind or origin;
   *   PRECONDITION_FAILED
   */
  async update(
    by: Administrator,
    target: SourceTarget,
    { kind, credential, is_enabled, ...given }: Given & { readonly kind?: SourceKind | undefined },
  ): Promise<SourceView> {
    return this.#deps.store.transaction(async (tx) => {
      const source = await lock(tx, by, target);
      if (kind !== undefined && kind !== source.kind) {
        throw invalid('kind', `expected ${source.kind}; make a new source`, 'invalid');
      }
      if (given.url !== undefined) checkSameOrigin(source.url, given.url);
      const off_reason = is_enabled === undefined ? undefined : is_enabled ? null : 'by_hand';
      const { before, after } = differences<Source>(source, {
        ...given,
        off_reason,
        restless_at: null,
      });
      const isNew = credential !== undefined;
      if (Object.keys(after).length === 0 && !isNew) return view(tx, target);
      const has_credential = isNew || source.has_credential;
      checkSource({ ...source, ...after, has_credential });
      const isOther = 'url' in after || 'settings' in after;
      const isRead = isOther || isNew || after.off_reason === null;
      await tx.sources.update(source, { ...after, ...(isRead && keyOwnerOf(by)) });
      if (isNew) await this.#putCredential(tx, source.id, credential);
      if (isRead) await tx.sources.updateForgotten(source, source.is_confirmed && !isOther);
      if (isRead || after.off_reason) await tx.sourceRuns.updateInterrupted(source.id);
      if (isOther) await tx.sourceRuns.updateDiscarded(source.id);
      await tx.audit.record(by, 'source.update', source.id, {
        before: audited(before),
        after: audited({ ...after, ...(isNew && { credential: 'replaced' }) }),
      });
      return view(tx, target);
    });
  }

  /**
   * Deletes a source and its runs. What it brought stays.
   * @throws AppError NOT_FOUND; FORBIDDEN; PRECONDITION_FAILED
   */
  async delete(by: Administrator, target: SourceTarget): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      const source = await lock(tx, by, target);
      await tx.sources.delete(source);
      const { kind, name, url } = source;
      await tx.audit.record(by, 'source.delete', source.id, {
        before: audited({ kind, name, url }),
      });
    });
  }

  async #putCredential(tx: Tx, id: number, credential: string): Promise<void> {
    const at = placeOf(SOURCE_CREDENTIALS, id);
    const { encryption } = this.#deps;
    await tx.sources.updateCredential(
      id,
      encryption.encrypt(SOURCE_CREDENTIALS.purpose, at, credential),
    );
  }
}

/** @throws AppError VALIDATION_ERROR without an address, if the kind has none by itself */
function newFields({ kind, name, ...given }: NewSource): Fields {
  const defaults = sourceDefaults(kind);
  const url = given.url ?? defaults.url;
  if (url === undefined) throw invalid('url', 'expected an address', 'required');
  return {
    name,
    url,
    settings: given.settings ?? {},
    interval_minutes: given.interval_minutes ?? defaults.interval_minutes,
    publish: given.publish ?? 'review',
    absent: given.absent ?? 'keep',
  };
}

async function lock(tx: Tx, by: Administrator, target: SourceTarget): Promise<Source> {
  const source = await tx.sources.lock(target);
  if (!source) throw notFound('source');
  checkMay(by, 'import', source.kind);
  if (!isExpected(source, target.ifMatch)) throw preconditionFailed(await view(tx, target));
  return source;
}

async function view(
  tx: Tx,
  { id, conference_id }: Omit<SourceTarget, 'ifMatch'>,
): Promise<SourceView> {
  const source = await tx.read.sources.find({ id, conference_id });
  if (!source) throw notFound('source');
  return source;
}

/** As the audit log may show it: the address of a private calendar has a secret in it. */
const audited = ({ url, ...fields }: Readonly<Record<string, unknown>>) => ({
  ...fields,
  ...(typeof url === 'string' && { url: new URL(url.replace(/^webcals?:/i, 'https:')).origin }),
});

const atLimit = () =>
  new AppError('SOURCE_LIMIT', `A conference has at most ${MAX_SOURCES} sources; delete one first`);
