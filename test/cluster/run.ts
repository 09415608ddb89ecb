import { runExperiments } from '../faults/runner.ts';

await runExperiments({ directory: import.meta.dirname, page: 'docs/cluster.md' });
