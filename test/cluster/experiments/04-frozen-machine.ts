import type { Experiment } from '../../faults/experiment.ts';
import { failover } from '../failover.ts';
import { missingProgram } from '../program.ts';

export const experiment: Experiment = {
  fault: 'SIGSTOP of Patroni and PostgreSQL of the primary, SIGCONT after 60 s',
  missing: missingProgram,
  run: () => failover(async (cluster) => (await cluster.node('primary')).freeze()),
};
