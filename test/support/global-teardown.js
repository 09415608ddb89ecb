export { removeDatabases as default } from './cluster.ts';
