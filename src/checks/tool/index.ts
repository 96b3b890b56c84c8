import type { Rule } from '../rule.ts';
import { annotationsContradiction } from './annotations-contradiction.ts';
import { annotationsInvalid } from './annotations-invalid.ts';
import { descriptionEmpty } from './description-empty.ts';
import { descriptionLength } from './description-length.ts';
import { headerParameter } from './header-parameter.ts';
import { icons } from './icons.ts';
import { memberType } from './member-type.ts';
import { metaKey } from './meta-key.ts';
import { nameCharset } from './name-charset.ts';
import { nameDuplicate } from './name-duplicate.ts';
import { nameLength } from './name-length.ts';
import { nameMissing } from './name-missing.ts';
import { taskSupport } from './task-support.ts';

export const tool: readonly Rule[] = [
  annotationsContradiction,
  annotationsInvalid,
  descriptionEmpty,
  descriptionLength,
  headerParameter,
  icons,
  memberType,
  metaKey,
  nameCharset,
  nameDuplicate,
  nameLength,
  nameMissing,
  taskSupport,
];
