import type { RoleWords } from './sentence.ts'
import { refusedWriting, whyGranted } from './written-role.ts'

/** Words about roles and bindings that are written. */
export const ROLE_WORDS: RoleWords = { whyGranted, refusedWriting }
