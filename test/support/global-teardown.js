import { removeBundle } from './bundle.ts';
import { removeDatabases } from './cluster.ts';

export default async () => {
  await Promise.all([removeDatabases(), removeBundle()]);
};
