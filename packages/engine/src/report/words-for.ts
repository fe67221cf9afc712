import { attributesOf } from '../http/index.ts'
import { ROLE_WORDS } from './role-words.ts'
import { wordsWith } from './sentence.ts'

/** The sentences of a trace, as pages and terminals show them and as Markdown carries them. */
export const wordsFor = wordsWith(ROLE_WORDS, attributesOf)
