import { addEventHandler } from 'jest-circus';

/** Stops a test that hangs. No test depends on it, even on a slow machine. */
const LIMIT_MS = 120_000;

// The runner has no limits of time: a test or hook that exceeds its own fails, as in Jest.
addEventHandler(({ name }, { currentDescribeBlock: block }) => {
  if (name === 'add_test') limit(block.children.at(-1));
  if (name === 'add_hook') limit(block.hooks.at(-1));
});

function limit(step) {
  const { fn, timeout = LIMIT_MS } = step;
  step.fn = async () => {
    const exceeded = Promise.withResolvers();
    const timer = setTimeout(
      () => exceeded.reject(new Error(`took longer than ${timeout} ms`)),
      timeout,
    );
    try {
      return await Promise.race([fn(), exceeded.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

// What a failed test left open does not keep its process alive after the run.
process.once('disconnect', () => process.exit());
