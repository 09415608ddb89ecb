import { OnDatabase } from '../../db/on-database.ts';

export interface NewNote {
  readonly connection_id: number;
  readonly writer_id: number;
  readonly note: string;
  readonly updated_at: string;
}

/** What users wrote down about users whom they are connected with. */
export class ConnectionNotesRepository extends OnDatabase {
  /** The note of this writer; null without one. */
  async find(connection_id: number, writer_id: number): Promise<string | null> {
    const row = await this.#table()
      .where({ connection_id, writer_id })
      .first<{ note: string } | undefined>('note');
    return row?.note ?? null;
  }

  /** Replaces the note that the writer has. Call it while the connection is locked. */
  async upsert(note: NewNote): Promise<void> {
    await this.#table()
      .insert(note)
      .onConflict(['connection_id', 'writer_id'])
      .merge(['note', 'updated_at']);
  }

  async delete(connection_id: number, writer_id: number): Promise<void> {
    await this.#table().where({ connection_id, writer_id }).delete();
  }

  #table() {
    return this.db('connection_notes');
  }
}
