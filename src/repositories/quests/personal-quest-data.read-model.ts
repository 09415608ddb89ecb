import { OnDatabase } from '../../db/on-database.ts';
import type { Participation } from '../../domain/quests/participations.ts';
import type { PointEntry } from '../../domain/quests/points.ts';
import type { RegistrationRequest } from '../../domain/quests/registration-requests.ts';
import type { Submission } from '../../domain/quests/submissions.ts';

/** The subject of an object of the export. */
interface Titled {
  readonly id: number;
  readonly title: string;
}

export type PersonalQuest = Pick<
  Participation,
  'status' | 'source' | 'started_at' | 'completed_at'
> & { readonly quest: Titled };

export type PersonalSubmission = Omit<
  Submission,
  'task_id' | 'user_id' | 'quest_id' | 'submissions' | 'rejections'
> & { readonly task: Titled };

export interface PersonalVote {
  readonly task: Titled;
  readonly option_id: string;
}

export type PersonalQuestRequest = Omit<RegistrationRequest, 'user_id' | 'quest_id'> & {
  readonly quest: Titled;
};

const titled = (table: string) => `json_build_object('id', ${table}.id, 'title', ${table}.title)`;
const QUEST = `${titled('q')} as quest`;
const TASK = `${titled('t')} as task`;

/** The activity of one user in quests, for the export; lists are oldest first. */
export class PersonalQuestDataReadModel extends OnDatabase {
  async listQuests(user_id: number): Promise<PersonalQuest[]> {
    return this.#rows<PersonalQuest>(
      `select ${QUEST}, uq.status, uq.source, uq.started_at, uq.completed_at
         from user_quests uq join quests q on q.id = uq.quest_id
        where uq.user_id = :user_id order by uq.quest_id`,
      user_id,
    );
  }

  async listSubmissions(user_id: number): Promise<PersonalSubmission[]> {
    return this.#rows<PersonalSubmission>(
      `select s.id, ${TASK}, s.status, s.source, s.text, s.media_id, s.option_ids, s.submitted_at,
              s.decided_at, s.reason
         from user_quest_tasks s join quest_tasks t on t.id = s.task_id
        where s.user_id = :user_id order by s.id`,
      user_id,
    );
  }

  async listVotes(user_id: number): Promise<PersonalVote[]> {
    return this.#rows<PersonalVote>(
      `select ${TASK}, v.option_id
         from poll_votes v join quest_tasks t on t.id = v.task_id
        where v.user_id = :user_id order by v.task_id`,
      user_id,
    );
  }

  async listRequests(user_id: number): Promise<PersonalQuestRequest[]> {
    return this.#rows<PersonalQuestRequest>(
      `select r.id, ${QUEST}, r.status, r.source, r.message, r.reason, r.requested_at, r.decided_at
         from registration_requests r join quests q on q.id = r.quest_id
        where r.user_id = :user_id order by r.id`,
      user_id,
    );
  }

  async listPoints(user_id: number): Promise<PointEntry[]> {
    return this.#rows<PointEntry>(
      `select l.id, l.delta, l.kind, case when q.id is not null then ${titled('q')} end as quest,
              case when t.id is not null then ${titled('t')} end as task, l.reason, l.earned_at,
              l.created_at
         from point_ledger l
         left join quests q on q.id = l.quest_id
         left join quest_tasks t on t.id = l.task_id
        where l.user_id = :user_id order by l.id`,
      user_id,
    );
  }

  async #rows<Row>(sql: string, user_id: number): Promise<Row[]> {
    const { rows } = await this.db.raw(sql, { user_id });
    return rows;
  }
}
