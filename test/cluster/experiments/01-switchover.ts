import type { Experiment } from '../../faults/experiment.ts';
import { failover } from '../failover.ts';
import { missingProgram } from '../program.ts';

export const experiment: Experiment = {
  fault: '`patronictl switchover` to the standby',
  missing: missingProgram,
  run: () => failover((cluster) => cluster.switchover()),
};
