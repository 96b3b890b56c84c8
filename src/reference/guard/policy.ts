/** Where the pages of an environment may go: see ReferenceConfig for the three lists. */
export interface GuardPolicy {
  allowHosts: readonly string[] | null;
  denyHosts: readonly string[];
  privateHosts: readonly string[];
}
