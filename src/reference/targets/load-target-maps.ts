import { originOf } from '../../kit/stores/origin.ts';
import { Fault } from '../../model/fault.ts';
import { isObject, member } from '../../model/json.ts';
import { quote, quoteOrKind } from '../../model/text.ts';
import { problemWords } from '../../schema/problem-words.ts';
import { validateValue } from '../../schema/validate.ts';
import { readYamlFile, type YamlFile } from '../../suite/yaml-file.ts';
import type { TargetFile } from '../config/reference-config.ts';
import { checkTargetMap } from './check-target-map.ts';
import { fitsPath } from './fits-path.ts';
import type { PageMap, TargetMaps } from './target-map.ts';
import { TARGET_MAP_SCHEMA, TARGETS_FORMAT, type TargetMapDocument } from './target-map-schema.ts';

type Known = TargetMaps['pages'][number];

/**
 * Reads target maps (`mcp-adapter/targets@1`, YAML or JSON).
 * @throws Fault (config) with `file:line:column` for the first thing that is wrong in one of them
 */
export async function loadTargetMaps(files: readonly TargetFile[]): Promise<TargetMaps> {
  const pages = files.flatMap(pagesOf);
  return { pages, mapFor: (url) => mapFor(url, pages) };
}

function pagesOf({ file, origin: configured }: TargetFile): Known[] {
  const read = readYamlFile(file, file);
  const { value, place } = read;
  checkShape(read);
  if (!isDocument(value)) throw new Error('a value that fits its schema is no target map');
  checkTargetMap(value, place);
  const origin = originFor(file, value, configured, place);
  return value.pages.map((page) => ({ file, origin, map: { ...page, targets: page.targets ?? {}, lists: page.lists ?? {} } }));
}

function checkShape({ value, place }: YamlFile): void {
  const format = member(value, 'format');
  if (format !== TARGETS_FORMAT) {
    const seen =
      format === undefined ? 'the key "format" is missing' : `the format is ${quoteOrKind(format)}, not ${quote(TARGETS_FORMAT)}`;
    throw new Fault('config', `${place('/format')}: ${seen}`, `a target map begins with  format: ${TARGETS_FORMAT}`);
  }
  const [problem] = validateValue(TARGET_MAP_SCHEMA, value).problems;
  if (!problem) return;
  const { message, hint } = problemWords(problem, TARGET_MAP_SCHEMA, 'the target map');
  throw new Fault('config', `${place(problem.at)}: ${message}`, hint);
}

/** Validated against its schema just before. */
function isDocument(value: unknown): value is TargetMapDocument {
  return isObject(value);
}

function originFor(
  file: string,
  { origin: own }: TargetMapDocument,
  configured: string | null,
  place: (pointer: string) => string,
): string {
  const text = own ?? configured;
  if (text === null)
    throw new Fault('config', `${file} is for no origin`, 'write in it, or beside its name in the config,  origin: https://shop.example');
  const origin = originOf(text);
  if (!origin) throw new Fault('config', `${own ? place('/origin') : file}: ${quote(text)} is no origin`, 'write https://shop.example');
  if (configured !== null && originOf(configured) !== origin)
    throw new Fault(
      'config',
      `${place('/origin')}: the file is for ${origin}, the config says ${configured}`,
      'say it in one of the two places',
    );
  return origin;
}

function mapFor(url: string, pages: readonly Known[]): PageMap | null {
  const origin = originOf(url);
  if (!origin) return null;
  const { pathname } = new URL(url);
  const fitting = pages.filter((each) => each.origin === origin && fitsPath(pathname, each.map.path)).map(({ map }) => map);
  return fitting.length ? fitting.reduce(joined) : null;
}

/** What the first says, and what else the second knows. */
function joined(first: PageMap, second: PageMap): PageMap {
  const ready = first.ready ?? second.ready;
  return {
    path: first.path,
    ...(ready ? { ready } : {}),
    targets: { ...second.targets, ...first.targets },
    lists: { ...second.lists, ...first.lists },
  };
}
