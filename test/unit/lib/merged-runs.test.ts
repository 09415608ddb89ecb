import { CoalescedRuns } from '../../../src/jobs/worker.ts';

/** Runs whose ends the test decides. */
function controlledRuns() {
  const started: PromiseWithResolvers<void>[] = [];
  const merged = new CoalescedRuns(() => {
    const run = Promise.withResolvers<void>();
    started.push(run);
    return run.promise;
  });
  return { merged, started };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('CoalescedRuns', () => {
  it('gives all calls during a run one whole run after it', async () => {
    const { merged, started } = controlledRuns();
    const first = merged.run();
    await turn();
    const later = [merged.run(), merged.run()];
    await turn();
    expect(started).toHaveLength(1);

    started[0]?.resolve();
    await first;
    await turn();
    expect(started).toHaveLength(2);
    started[1]?.resolve();
    await Promise.all(later);
    expect(started).toHaveLength(2);
  });

  it('reports a failed run to its callers, and runs again', async () => {
    const { merged, started } = controlledRuns();
    const failing = merged.run();
    await turn();
    const next = merged.run();
    started[0]?.reject(new Error('lost connection'));
    await expect(failing).rejects.toThrow('lost connection');
    await turn();
    started[1]?.resolve();

    await expect(next).resolves.toBeUndefined();
  });
});
