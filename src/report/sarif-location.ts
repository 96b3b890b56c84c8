import type { Location } from 'sarif';
import type { Finding } from '../model/finding.ts';
import type { Run } from '../model/run.ts';
import { launchOf } from '../model/target.ts';
import { shorten, visible } from '../model/text.ts';
import { placeOf } from './reporter.ts';

/**
 * Where a finding stands: in the source when that is known, and in which tool.
 * @param folder below the root of the repository, where we stand
 */
export function location(run: Run, finding: Finding, folder: string): Location {
  const { source, tool, at } = finding;
  const logical = [
    ...(tool === null ? [] : [{ name: shorten(tool, 200), kind: 'function' }]),
    ...(at === null ? [] : [{ fullyQualifiedName: shorten(`${tool ?? ''} ${at}`, 400), kind: 'member' }]),
  ];
  return {
    physicalLocation: {
      artifactLocation: artifact(placeOf(source?.file ?? likelyFile(run), folder)),
      region: { startLine: atLeastOne(source?.line), startColumn: atLeastOne(source?.column) },
    },
    ...(logical.length ? { logicalLocations: logical } : {}),
  };
}

/**
 * The file that a finding without a source is shown at, as GitHub refuses a result without one: the saved list, the script that was
 * started, else the config.
 */
function likelyFile({ target }: Run): string {
  if (target?.kind === 'file') return target.file;
  return (
    launchOf(target)?.args.find((word) => /^[^-/\\~][^\s:]*\.(?:[cm]?[jt]s|py|rb|go|rs|php|java|kt|cs)$/.test(word.slice(0, 300))) ??
    'mcp-adapter.json'
  );
}

function artifact(file: string): { uri: string; uriBaseId?: string } {
  const path = visible(file.slice(0, 1000));
  const uri = path.split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]:\//.test(path)) return { uri: `file:///${path.slice(0, 2)}${uri.slice(uri.indexOf('/'))}` };
  return path.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: '%SRCROOT%' };
}

function atLeastOne(value: number | undefined): number {
  return Math.max(1, value ?? 1);
}
