import type { Credentials } from './config/credentials.ts';
import type { ReferenceConfig } from './config/reference-config.ts';
import type { Environments } from './environments/environments.ts';
import type { TaskFiles } from './files/task-files.ts';
import type { TargetMaps } from './targets/target-map.ts';

/** What the tools of the reference adapter share. */
export interface ReferenceServices {
  config: ReferenceConfig;
  environments: Environments;
  maps: TargetMaps;
  credentials: Credentials;
  files: TaskFiles;
  /** Lines for the operator. */
  log(line: string): void;
}
