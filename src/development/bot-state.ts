import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ChatMessage } from './bot-chats.ts';

/** What the sandbox keeps over restarts. */
export interface BotState {
  readonly messages: readonly ChatMessage[];
}

/** The messages that a file keeps; after a broadcast the memory has more. */
const MAX_KEPT = 2_000;

/** Empty at the first start, and if the file is damaged. */
export function readBotState(file: string | undefined): BotState {
  const empty = { messages: [] };
  if (file === undefined) return empty;
  try {
    return { ...empty, ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return empty;
  }
}

export function saveBotState(file: string, state: BotState): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const kept = { ...state, messages: state.messages.slice(-MAX_KEPT) };
  // Renamed, so that a killed process leaves no half-written file.
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
