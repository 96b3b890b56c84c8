export type { Run } from './model/run.ts';
