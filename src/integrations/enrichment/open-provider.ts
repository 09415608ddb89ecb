import { ChatEnrichmentProvider, type ChatSettings } from './chat-provider.ts';
import { LocalEnrichmentProvider } from './local-provider.ts';
import type { EnrichmentProvider } from './provider.ts';

/** @param chat undefined without an outside provider */
export const openEnrichmentProvider = (chat: ChatSettings | undefined): EnrichmentProvider =>
  chat ? new ChatEnrichmentProvider(chat) : new LocalEnrichmentProvider();
