import type { Readable } from 'node:stream';
import { type AgendaNames, spelled } from '../../domain/programme/agenda-groups.ts';
import type { RowOutline } from '../../domain/programme/agenda-import-plan.ts';
import type { NumberedRow } from '../../domain/programme/agenda-imports.ts';
import {
  type KeyedSpeaker,
  keyedSpeaker,
  NamesOfKeys,
  speakerKeyText,
} from '../../domain/programme/imported-speakers.ts';
import { BATCH } from '../../lib/batches.ts';

/** The lines of a text that ends with a line feed, without it. In constant memory. */
async function* textLines(text: Readable): AsyncGenerator<string> {
  let rest = '';
  // Not readline: it also ends lines at U+2028, which JSON may contain.
  for await (const piece of text.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** The facts about all rows, or those of these numbers, that the first write needs. */
export async function outlineOf(
  lines: Readable,
  conferenceId: number,
  chosen?: ReadonlySet<number>,
) {
  const rows: RowOutline[] = [];
  const sources = new Set<string>();
  const names = { room: new Set<string>(), track: new Set<string>() };
  const speakers = new Map<string, KeyedSpeaker>();
  const keyNames = new NamesOfKeys();
  for await (const { row, value } of rowsIn(lines)) {
    if (chosen && !chosen.has(row)) continue;
    const { title, kind, room, track, starts_at, import_key } = value;
    rows.push({ row, value: { title, kind, room, starts_at, import_key } });
    sources.add(value.import_source);
    if (room) names.room.add(room);
    if (track) names.track.add(track);
    for (const speaker of value.speakers ?? []) {
      const { name, source, given, keys } = keyedSpeaker(speaker, conferenceId);
      const key = JSON.stringify([name, source, given]);
      if (speakers.has(key)) continue;
      speakers.set(key, { name, source, given, keys });
      for (const person_key of given) keyNames.add(speakerKeyText({ source, person_key }), name);
    }
  }
  return { rows, sources, names, speakers: [...speakers.values()], sharedKeys: keyNames.shared() };
}

async function* rowsIn(lines: Readable): AsyncGenerator<NumberedRow> {
  for await (const line of textLines(lines)) yield JSON.parse(line) as NumberedRow;
}

/** The rows in batches, with rooms and tracks as the conference spells them. */
export async function* rowBatches(
  lines: Readable,
  names: AgendaNames,
): AsyncGenerator<readonly NumberedRow[]> {
  let batch: NumberedRow[] = [];
  for await (const row of rowsIn(lines)) {
    batch.push({ ...row, value: spelled(row.value, names) });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
