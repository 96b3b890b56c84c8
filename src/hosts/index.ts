export { askHosts } from './ask-hosts.ts';
export type { BytePipe } from './byte-pipe.ts';
export type { HostInput } from './host-input.ts';
export { limitVerdicts } from './limit-verdicts.ts';
export { type Portfolio, type PortfolioServer, portfolioVerdicts } from './portfolio.ts';
export { sdkVerdicts } from './sdk-verdicts.ts';
