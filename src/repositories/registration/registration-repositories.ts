import type { Knex } from 'knex';
import { FormAnswersReadModel } from './form-answers.read-model.ts';
import { FormAnswersRepository } from './form-answers.repository.ts';
import { FormQuestionsRepository } from './form-questions.repository.ts';

/** The repositories of registration. */
export const REGISTRATION_REPOSITORIES = {
  formAnswers: (db: Knex) => new FormAnswersRepository(db),
  formQuestions: (db: Knex) => new FormQuestionsRepository(db),
};

/** The read models of registration. */
export const REGISTRATION_READ_MODELS = {
  formAnswers: (db: Knex) => new FormAnswersReadModel(db),
};
