import type { Rule } from '../rule.ts';
import { notificationAnswered } from './notification-answered.ts';

export const jsonrpc: readonly Rule[] = [notificationAnswered];
