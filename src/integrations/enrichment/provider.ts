import type {
  EnrichmentInput,
  EnrichmentOutcome,
  ProviderName,
} from '../../domain/networking/enrichments.ts';

/** Makes a headline, a summary and tags of one profile. */
export interface EnrichmentProvider {
  readonly name: ProviderName;
  /** Whether profiles leave this service: then only with consent, and at the rate of the settings. */
  readonly isOutside: boolean;
  /** Never rejects. `signal` aborts the call. */
  enrich(input: EnrichmentInput, signal: AbortSignal): Promise<EnrichmentOutcome>;
  close(): Promise<void>;
}
