import { type RoleWords, wordsWith } from './sentence.ts'
import { refusedWriting, whyGranted } from './written-role.ts'

/** Words about roles and bindings that are written. */
export const ROLE_WORDS: RoleWords = { whyGranted, refusedWriting }

/** The sentences of a trace, as pages and terminals show them and as Markdown carries them. */
export const wordsFor = wordsWith(ROLE_WORDS)
