import type { Call } from './calls.ts';

/** Calls of a list without a filter, with each of these filters, and with all of them. */
export function filteredBy<
  const Filters extends object,
  const Args extends [unknown, ...unknown[]],
>(filters: Filters, argsOf: (filters: Partial<Filters>) => Args): [Call<Args>, ...Call<Args>[]] {
  const single = Object.entries(filters).map(([name, value]) => ({
    note: `by ${name}`,
    args: argsOf({ [name]: value } as Partial<Filters>),
  }));
  return [
    { note: 'no filter', args: argsOf({}) },
    ...single,
    { note: 'every filter', args: argsOf(filters) },
  ];
}
