import type { Administrator } from '../../domain/administration/administrators.ts';
import { isContactField, seesContacts } from '../../domain/administration/contacts.ts';
import type {
  BroadcastContent,
  BroadcastPreview,
  LanguagePreview,
} from '../../domain/messaging/broadcasts.ts';
import { mapTexts } from '../../domain/messaging/languages.ts';
import { withoutVariables } from '../../domain/messaging/templates.ts';
import type { RenderRequest } from '../../repositories/messaging/rendering.sql.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { BroadcastRequest, BroadcastsService } from './broadcasts.service.ts';

/** Previews of broadcasts: counts and sample texts. Stores nothing. */
export class BroadcastPreviewsService {
  readonly #deps;

  constructor(deps: { store: Store; broadcasts: BroadcastsService; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Counts the recipients of a broadcast and renders samples, without contacts for who does not see
   * them.
   *
   * @throws AppError VALIDATION_ERROR, FORBIDDEN as `BroadcastsService.send`
   */
  async preview(by: Administrator, request: BroadcastRequest): Promise<BroadcastPreview> {
    return this.previewIn(this.#deps.store, by, await this.#deps.broadcasts.draftOf(request));
  }

  /** Previews a validated draft. For a spreadsheet audience it needs the `id` of its job. */
  async previewIn(
    store: Store | Tx,
    by: Pick<Administrator, 'scopes'>,
    draft: BroadcastContent & { readonly id?: number },
  ): Promise<BroadcastPreview> {
    const job = {
      ...draft,
      ...(!seesContacts(by) && mapTexts(draft, withoutContacts)),
      now: this.#deps.now().toISOString(),
    };
    const { people, reachable, too_soon } = await store.read.broadcastPreviews.countAudience(job);
    const sends = draft.channels.includes('messenger');
    const samples = await store.read.broadcastPreviews.listSamples(job);
    const languages = Object.keys(job.translations ?? {});
    return {
      count: people,
      recipients: {
        in_app: draft.channels.includes('in_app') ? people : 0,
        messenger: sends ? reachable : 0,
      },
      too_soon: sends && !draft.ignore_gap ? too_soon : 0,
      samples,
      ...(languages.length > 0 && { languages: await previewsOf(store, job, languages) }),
    };
  }
}

const withoutContacts = (template: string) => withoutVariables(template, isContactField);

/** Each text of a job, with the number of users who get it and the text of the first one. */
async function previewsOf(
  store: Store | Tx,
  job: RenderRequest,
  languages: readonly string[],
): Promise<LanguagePreview[]> {
  const { broadcastPreviews } = store.read;
  const counts = await broadcastPreviews.countLanguages(job, languages);
  const firsts = counts.map(({ user_id }) => user_id);
  const samples = await broadcastPreviews.listSamples(job, firsts);
  return [null, ...languages].map((language) => {
    const counted = counts.find((one) => one.language === language);
    const sample = samples.find(({ user_id }) => user_id === counted?.user_id) ?? null;
    return { language, count: counted?.count ?? 0, sample };
  });
}
