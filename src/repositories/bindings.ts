import type { Knex } from 'knex';
import type { Writing } from './post-commit-hooks.ts';

/** Creates each repository or read model for a handle. */
export type Table = Readonly<Record<string, (db: Knex, writing: Writing) => object>>;

/** What a table creates for one handle. */
export type Bound<T extends Table> = { readonly [Name in keyof T]: ReturnType<T[Name]> };

/**
 * Binds a table to a handle. Each object is created at its first use: a transaction uses a few of a
 * hundred, and to create all of them was a twelfth of the cost of `POST /connections`.
 */
export function binderOf<T extends Table>(table: T): (db: Knex, writing: Writing) => Bound<T> {
  class Binding {
    readonly #db: Knex;
    readonly #writing: Writing;
    readonly #created: Record<string, object> = {};

    constructor(db: Knex, writing: Writing) {
      this.#db = db;
      this.#writing = writing;
    }

    static {
      for (const [name, create] of Object.entries(table)) {
        const get = function (this: Binding) {
          this.#created[name] ??= create(this.#db, this.#writing);
          return this.#created[name];
        };
        Object.defineProperty(Binding.prototype, name, { get });
      }
    }
  }
  // The compiler does not know the properties of the prototype.
  return (db, writing) => new Binding(db, writing) as object as Bound<T>;
}

/** As a plain object, whose copies are complete: for the pool, which is bound once. */
export const createAll = <T extends Table>(table: T, bound: Bound<T>): Bound<T> =>
  // `Object.fromEntries` loses the type of each key.
  Object.fromEntries(Object.keys(table).map((name) => [name, bound[name]])) as Bound<T>;

/** Has each property of `one`, or while `isOther` the same of `other`. */
export const either = <T extends object>(one: T, other: T, isOther: () => boolean): T =>
  // The compiler does not know the properties that are defined here.
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(one).map((name) => {
        const get = () => Reflect.get(isOther() ? other : one, name);
        return [name, { get, enumerable: true }];
      }),
    ),
  ) as T;
