import { OnDatabase } from '../../db/on-database.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { VotesByOption } from '../../domain/quests/polls.ts';

const LIST = preparedQuery<{ task_id: number }, { option_id: string; votes: number }>(
  (db, { task_id }) =>
    db.raw(
      `select option_id, count(*) as votes from poll_votes where task_id = :task_id
      group by option_id order by option_id`,
      { task_id },
    ),
);
const FIND = preparedQuery<{ task_id: number; user_id: number }, { option_id: string }>(
  (db, { task_id, user_id }) => db('poll_votes').where({ task_id, user_id }).first('option_id'),
);

type Vote = Readonly<Record<'task_id' | 'user_id', number>>;

/** Votes in polls. Votes of erased users stay counted. */
export class PollsRepository extends OnDatabase {
  async countVotes(task_id: number): Promise<VotesByOption> {
    const rows = await LIST.rows(this.db, { task_id });
    return new Map(rows.map(({ option_id, votes }) => [option_id, votes]));
  }

  /** The option that a user voted for. */
  async findVote(task_id: number, user_id: number): Promise<string | undefined> {
    return (await FIND.first(this.db, { task_id, user_id }))?.option_id;
  }

  /** Whether one of these options of a poll has a vote. */
  async findAnyVote(task_id: number, option_ids: readonly string[]): Promise<boolean> {
    const vote = await this.db('poll_votes')
      .where({ task_id })
      .whereRaw('option_id = any(?::text[])', [[...option_ids]])
      .first('option_id');
    return vote !== undefined;
  }

  /** One vote per user and poll: a second one changes nothing. */
  async insertVote({ task_id, user_id }: Vote, option_id: string): Promise<void> {
    await this.db('poll_votes')
      .insert({ task_id, user_id, option_id })
      .onConflict(['task_id', 'user_id'])
      .ignore();
  }
}
