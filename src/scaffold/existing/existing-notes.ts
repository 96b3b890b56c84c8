import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { some } from '../../model/text.ts';
import type { TargetWords } from './existing-config.ts';

/** What a person has to look at in what was written for an adapter that exists, one sentence each. */
export function notesOn(folder: string, words: TargetWords, guessed: readonly string[]): string[] {
  return [...riskNotes(guessed), ...secretNotes(words), ...placeNotes(words), ...repositoryNotes(folder)];
}

function riskNotes(guessed: readonly string[]): string[] {
  if (!guessed.length) return [];
  const names = some(guessed, 8);
  return guessed.length === 1
    ? [
        `${names} does not say what a call may change. By its name it only reads: "risks" in mcp-adapter.json says so; correct it if that is wrong`,
      ]
    : [
        `${names} do not say what a call may change. By their names they only read: "risks" in mcp-adapter.json says so; correct it where that is wrong`,
      ];
}

function secretNotes({ variables, headers }: TargetWords): string[] {
  const left = [...variables, ...headers];
  if (!left.length) return [];
  return [
    `the value of ${some(left)} was not written: commands take it from the environment, and the CI job from the secrets of the repository`,
  ];
}

function placeNotes({ entry }: TargetWords): string[] {
  const { command = '', args = [], env = {} } = entry.stdio ?? entry.http?.start ?? {};
  const words = [command, ...args, ...Object.values(env)].map((word) => word.replace(/^-[^=]*=/, ''));
  const places = words.filter((word) => isAbsolute(word) && existsSync(word));
  if (!places.length) return [];
  return [
    `mcp-adapter.json names ${some(places, 3)}, which other machines need not have: write a program as PATH finds it, and a file as seen from the folder`,
  ];
}

/** GitHub reads jobs only at the top of a repository. */
function repositoryNotes(folder: string): string[] {
  const top = repositoryOf(folder);
  if (top === null || top === folder) return [];
  const below = relative(top, folder).replaceAll('\\', '/');
  return [
    `GitHub reads jobs only in the .github/workflows of ${top}: move mcp-adapter.yml there, and give its job  defaults: {run: {working-directory: ${below}}}`,
  ];
}

function repositoryOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? null : repositoryOf(dirname(folder));
}
