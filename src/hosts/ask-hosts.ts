import type { HostVerdict } from '../model/run.ts';
import type { HostInput } from './host-input.ts';
import { limitVerdicts } from './limit-verdicts.ts';
import { sdkVerdicts } from './sdk-verdicts.ts';

/**
 * One sentence a host: what it would use of the adapter and what it loses. The SDK clients are asked for real, the other hosts judged
 * by their known limits and by the findings. Never rejects for anything the adapter does, and leaves no process and no connection.
 */
export async function askHosts(input: HostInput): Promise<HostVerdict[]> {
  return [...(await sdkVerdicts(input)), ...limitVerdicts(input.evidence, input.findings, input.serverName ?? input.target?.name ?? null)];
}
