import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plan } from './plan.ts';

/** Writes a plan, whole or not at all. */
export function writePlan(plan: Plan): void {
  for (const { path, text } of plan.files) {
    const file = join(plan.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
  for (const { path, after } of plan.edits) writeFileSync(join(plan.folder, path), after);
}
