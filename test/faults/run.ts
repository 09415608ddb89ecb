import { prepareDatabases, removeDatabases } from '../support/cluster.ts';
import { runExperiments } from './runner.ts';

await runExperiments({
  directory: import.meta.dirname,
  page: 'docs/faults.md',
  prepare: prepareDatabases,
  remove: removeDatabases,
});
