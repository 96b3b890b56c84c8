export { askHosts } from './ask-hosts.ts';
export { limitVerdicts } from './limit-verdicts.ts';
export { portfolioVerdicts } from './portfolio.ts';
