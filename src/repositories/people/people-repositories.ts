import type { Knex } from 'knex';
import { AdminUserDetailsReadModel } from './admin-user-details.read-model.ts';
import { AdminUsersReadModel } from './admin-users.read-model.ts';
import { ErasedPeopleRepository } from './erased-people.repository.ts';
import { PersonalDataReadModel } from './personal-data.read-model.ts';
import { UserImportsRepository } from './user-imports.repository.ts';
import { UserStateReadModel } from './user-state.read-model.ts';
import { UsersReadModel } from './users.read-model.ts';
import { UsersRepository } from './users.repository.ts';

/** The repositories of the capability people, part of `REPOSITORIES`. */
export const USER_REPOSITORIES = {
  erasedPeople: (db: Knex) => new ErasedPeopleRepository(db),
  userImports: (db: Knex) => new UserImportsRepository(db),
  users: (db: Knex) => new UsersRepository(db),
};

/** The read models of the capability people, part of `READ_MODELS`. */
export const USER_READ_MODELS = {
  adminUserDetails: (db: Knex) => new AdminUserDetailsReadModel(db),
  adminUsers: (db: Knex) => new AdminUsersReadModel(db),
  personalData: (db: Knex) => new PersonalDataReadModel(db),
  userState: (db: Knex) => new UserStateReadModel(db),
  users: (db: Knex) => new UsersReadModel(db),
};
