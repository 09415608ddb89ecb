/** Examples of path parameters that are not 1, by the path up to the parameter. */
const EXAMPLES: Readonly<Record<string, number | string>> = {
  // The docs page signs in as user 1.
  '/connections/check/': 2,
  '/users/profile/': 2,
  '/admin/users/': 6,
  '/conferences/slug/': 'harbour-summit',
  '/events/conference/': 'harbour-summit',
  '/events/slug/': 'calm-interfaces',
  '/speakers/slug/': 'henrike-vos',
};

/**
 * The example of a path parameter. Every id and slug exists in the demo conference
 * (`development/demo-conference.ts`), so that "Try it out" on the docs page succeeds at once.
 * @param path of the endpoint, in Express notation
 */
export const parameterExample = (path: string, name: string): number | string =>
  EXAMPLES[path.slice(0, path.indexOf(`:${name}`))] ?? 1;
