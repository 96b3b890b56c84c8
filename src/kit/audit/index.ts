export { csvRow } from './csv.ts';
export { exportAudit, jsonLine } from './export.ts';
export { auditKey } from './key.ts';
export { hasAudit } from './layout.ts';
export { openAudit } from './log.ts';
export { summariseParameters } from './parameters.ts';
export type { AuditFilter, Damage } from './select.ts';
export { type UsageRow, usageOf } from './usage.ts';
export { type AuditBreak, type AuditReport, type LaneReport, verifyAudit } from './verify.ts';
